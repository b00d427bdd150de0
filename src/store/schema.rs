//! The tables as both databases have them; a test compares this file with both catalogues.

diesel::table! {
    armies (id) {
        id -> BigInt,
        public_id -> Text,
        edit_key -> Text,
        head -> BigInt,
        created_at -> Timestamp,
        updated_at -> Timestamp,
        deleted_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    army_revisions (id) {
        id -> BigInt,
        army_id -> BigInt,
        number -> BigInt,
        parent -> Nullable<BigInt>,
        hash -> Text,
        document -> Text,
        ruleset -> Text,
        ruleset_version -> Text,
        name -> Text,
        legal -> Bool,
        spent -> Text,
        action -> Text,
        created_at -> Timestamp,
    }
}

diesel::table! {
    army_holders (id) {
        id -> BigInt,
        army_id -> BigInt,
        visitor -> Text,
        created_at -> Timestamp,
    }
}

diesel::table! {
    army_requests (id) {
        id -> BigInt,
        request_key -> Text,
        army_id -> BigInt,
        revision -> BigInt,
        created_at -> Timestamp,
    }
}

diesel::joinable!(army_revisions -> armies (army_id));
diesel::joinable!(army_holders -> armies (army_id));
diesel::joinable!(army_requests -> armies (army_id));
diesel::allow_tables_to_appear_in_same_query!(armies, army_revisions, army_holders, army_requests);
