//! The tables as both databases have them; a test compares this file with both catalogues.

diesel::table! {
    works (id) {
        id -> BigInt,
        public_id -> Text,
        kind -> Text,
        edit_key -> Text,
        head -> BigInt,
        created_at -> Timestamp,
        updated_at -> Timestamp,
        deleted_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    work_revisions (id) {
        id -> BigInt,
        work_id -> BigInt,
        number -> BigInt,
        parent -> Nullable<BigInt>,
        hash -> Text,
        document -> Text,
        ruleset -> Text,
        ruleset_version -> Text,
        name -> Text,
        legal -> Bool,
        figure -> Text,
        action -> Text,
        created_at -> Timestamp,
    }
}

diesel::table! {
    work_holders (id) {
        id -> BigInt,
        work_id -> BigInt,
        visitor -> Text,
        created_at -> Timestamp,
    }
}

diesel::table! {
    work_requests (id) {
        id -> BigInt,
        request_key -> Text,
        work_id -> BigInt,
        revision -> BigInt,
        created_at -> Timestamp,
    }
}

diesel::joinable!(work_revisions -> works (work_id));
diesel::joinable!(work_holders -> works (work_id));
diesel::joinable!(work_requests -> works (work_id));
diesel::allow_tables_to_appear_in_same_query!(works, work_revisions, work_holders, work_requests);
