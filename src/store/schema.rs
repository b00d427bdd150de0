//! The tables as both databases have them; a test compares this file with both catalogues.

diesel::table! {
    works (id) {
        id -> BigInt,
        public_id -> Text,
        kind -> Text,
        edit_key -> Text,
        head -> BigInt,
        keeper -> Text,
        states -> BigInt,
        bytes -> BigInt,
        lasting -> Bool,
        opened_at -> Timestamp,
        created_at -> Timestamp,
        updated_at -> Timestamp,
        deleted_at -> Nullable<Timestamp>,
        hidden_reason -> Nullable<Text>,
    }
}

diesel::table! {
    documents (id) {
        id -> BigInt,
        digest -> Binary,
        body -> Text,
    }
}

diesel::table! {
    work_revisions (id) {
        id -> BigInt,
        work_id -> BigInt,
        number -> BigInt,
        parent -> Nullable<BigInt>,
        hash -> Text,
        document_id -> BigInt,
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

diesel::table! {
    household_hours (id) {
        id -> BigInt,
        household -> Text,
        hour -> Timestamp,
        works -> BigInt,
        bytes -> BigInt,
    }
}

diesel::table! {
    clock_marks (id) {
        id -> BigInt,
        trusted_at -> Timestamp,
    }
}

diesel::table! {
    users (id) {
        id -> BigInt,
        sign_in -> Text,
        name -> Text,
        email -> Nullable<Text>,
        password -> Text,
        holder -> Text,
        is_admin -> Bool,
        created_at -> Timestamp,
        registration -> Nullable<Text>,
        locked_reason -> Nullable<Text>,
    }
}

diesel::table! {
    user_sessions (id) {
        id -> BigInt,
        user_id -> BigInt,
        token -> Text,
        browser -> Text,
        created_at -> Timestamp,
        seen_at -> Timestamp,
        expires_at -> Timestamp,
        plain_cookie -> Bool,
    }
}

diesel::table! {
    user_links (id) {
        id -> BigInt,
        user_id -> BigInt,
        token -> Text,
        created_at -> Timestamp,
        expires_at -> Timestamp,
    }
}

diesel::table! {
    attempts (id) {
        id -> BigInt,
        subject -> Text,
        tries -> BigInt,
        tried_at -> Timestamp,
    }
}

diesel::table! {
    user_places (id) {
        id -> BigInt,
        user_id -> BigInt,
        kind -> Text,
        digest -> Text,
        seen_at -> Timestamp,
    }
}

diesel::table! {
    events (id) {
        id -> BigInt,
        slug -> Text,
        state -> Text,
        name -> Text,
        begins -> Text,
        document -> Text,
        deadline -> Nullable<Timestamp>,
        late -> Bool,
        places -> Nullable<BigInt>,
        version -> BigInt,
        created_at -> Timestamp,
        updated_at -> Timestamp,
        approval -> Bool,
        most_entries -> BigInt,
        origin_key -> Text,
        hidden_reason -> Nullable<Text>,
    }
}

diesel::table! {
    event_staff (id) {
        id -> BigInt,
        event_id -> BigInt,
        user_id -> BigInt,
        role -> Text,
        created_at -> Timestamp,
    }
}

diesel::table! {
    event_invitations (id) {
        id -> BigInt,
        event_id -> BigInt,
        key_digest -> Text,
        role -> Text,
        user_id -> BigInt,
        expires_at -> Timestamp,
        created_at -> Timestamp,
    }
}

diesel::table! {
    entrants (id) {
        id -> BigInt,
        event_id -> BigInt,
        public_id -> Text,
        name -> Text,
        name_key -> Text,
        club -> Text,
        email -> Nullable<Text>,
        holder -> Text,
        entry_key -> Text,
        state -> Text,
        locked -> Bool,
        may_still -> Bool,
        waiting -> Bool,
        checked_in -> Bool,
        note -> Text,
        word -> Text,
        head -> Nullable<BigInt>,
        created_at -> Timestamp,
        updated_at -> Timestamp,
        pending -> Bool,
        household -> Text,
        maker -> Text,
        clearing_id -> Nullable<BigInt>,
    }
}

diesel::table! {
    entries (id) {
        id -> BigInt,
        entrant_id -> BigInt,
        number -> BigInt,
        request_key -> Text,
        hash -> Text,
        document_id -> BigInt,
        ruleset_version -> Text,
        event_version -> BigInt,
        title -> Text,
        legal -> Bool,
        submitted -> Bool,
        made_by -> Text,
        created_at -> Timestamp,
        late -> Bool,
    }
}

diesel::table! {
    event_log (id) {
        id -> BigInt,
        event_id -> BigInt,
        entrant_id -> Nullable<BigInt>,
        actor -> Text,
        action -> Text,
        created_at -> Timestamp,
    }
}

diesel::table! {
    event_clearings (id) {
        id -> BigInt,
        event_id -> BigInt,
        request_key -> Text,
        actor -> Text,
        entries -> BigInt,
        created_at -> Timestamp,
        undone_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    admin_log (id) {
        id -> BigInt,
        actor -> Text,
        action -> Text,
        subject -> Text,
        reason -> Text,
        created_at -> Timestamp,
    }
}

diesel::table! {
    event_rounds (id) {
        id -> BigInt,
        event_id -> BigInt,
        number -> BigInt,
        document -> Text,
        published -> Bool,
        version -> BigInt,
        created_at -> Timestamp,
        updated_at -> Timestamp,
    }
}

diesel::table! {
    battles (id) {
        id -> BigInt,
        public_id -> Text,
        request_key -> Text,
        ruleset -> Text,
        ruleset_version -> Text,
        dice_secret -> Text,
        name_a -> Text,
        name_b -> Text,
        by_a -> Text,
        by_b -> Text,
        key_a -> Text,
        key_b -> Text,
        keeper -> Text,
        orders -> BigInt,
        bytes -> BigInt,
        standing -> Text,
        is_over -> Bool,
        opened_at -> Timestamp,
        created_at -> Timestamp,
        updated_at -> Timestamp,
        deleted_at -> Nullable<Timestamp>,
        head -> Text,
        hidden_reason -> Nullable<Text>,
    }
}

diesel::table! {
    battle_orders (id) {
        id -> BigInt,
        battle_id -> BigInt,
        number -> BigInt,
        line -> Text,
        side -> Text,
        request -> Nullable<Text>,
        created_at -> Timestamp,
    }
}

diesel::table! {
    battle_holders (id) {
        id -> BigInt,
        battle_id -> BigInt,
        side -> Text,
        holder -> Text,
        created_at -> Timestamp,
    }
}

diesel::table! {
    battle_terms (battle_id) {
        battle_id -> BigInt,
        is_open -> Bool,
        days -> Nullable<BigInt>,
        decides -> Nullable<Text>,
        since -> Timestamp,
        sketch_of -> Nullable<Text>,
        game -> Nullable<Text>,
        level -> Nullable<Text>,
        minutes -> Nullable<BigInt>,
        used_a -> BigInt,
        used_b -> BigInt,
    }
}

diesel::table! {
    battle_notices (id) {
        id -> BigInt,
        battle_id -> BigInt,
        user_id -> BigInt,
        is_always -> Bool,
        sent_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    battle_hooks (id) {
        id -> BigInt,
        battle_id -> BigInt,
        user_id -> BigInt,
        address -> Text,
        told_at -> Nullable<Timestamp>,
        failures -> BigInt,
    }
}

diesel::joinable!(work_revisions -> works (work_id));
diesel::joinable!(work_revisions -> documents (document_id));
diesel::joinable!(entries -> documents (document_id));
diesel::joinable!(work_holders -> works (work_id));
diesel::joinable!(work_requests -> works (work_id));
diesel::joinable!(user_sessions -> users (user_id));
diesel::joinable!(user_links -> users (user_id));
diesel::joinable!(user_places -> users (user_id));
diesel::joinable!(event_staff -> events (event_id));
diesel::joinable!(event_staff -> users (user_id));
diesel::joinable!(event_invitations -> events (event_id));
diesel::joinable!(event_invitations -> users (user_id));
diesel::joinable!(entrants -> events (event_id));
diesel::joinable!(entries -> entrants (entrant_id));
diesel::joinable!(event_log -> events (event_id));
diesel::joinable!(event_log -> entrants (entrant_id));
diesel::joinable!(event_rounds -> events (event_id));
diesel::joinable!(battle_orders -> battles (battle_id));
diesel::joinable!(battle_holders -> battles (battle_id));
diesel::joinable!(battle_terms -> battles (battle_id));
diesel::joinable!(battle_notices -> battles (battle_id));
diesel::joinable!(battle_notices -> users (user_id));
diesel::joinable!(battle_hooks -> battles (battle_id));
diesel::joinable!(battle_hooks -> users (user_id));
diesel::allow_tables_to_appear_in_same_query!(works, documents, work_revisions, work_holders, work_requests);
diesel::allow_tables_to_appear_in_same_query!(
    documents,
    users,
    user_sessions,
    user_links,
    user_places,
    events,
    event_staff,
    event_invitations,
    entrants,
    entries,
    event_log,
    event_clearings,
    event_rounds
);
diesel::allow_tables_to_appear_in_same_query!(
    battles,
    battle_orders,
    battle_holders,
    battle_terms,
    battle_notices,
    battle_hooks,
    users
);
