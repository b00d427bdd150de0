//! Ids, secrets and hashes: their form, and the texts that are refused.

use std::collections::BTreeSet;

use musterfield::store::{RevisionHash, Secret, WorkId};

const ALPHABET: &str = "0123456789abcdefghjkmnpqrstvwxyz";

#[test]
fn a_random_id_has_twelve_characters_of_the_alphabet_and_reads_back() {
    let mut seen = BTreeSet::new();
    let mut ids = BTreeSet::new();
    for _ in 0..2000 {
        let id = WorkId::random().unwrap();
        let text = id.to_string();
        assert_eq!(text.len(), 12);
        assert_eq!(text.parse::<WorkId>().unwrap(), id);
        seen.extend(text.chars());
        ids.insert(id);
    }
    assert_eq!(seen.into_iter().collect::<BTreeSet<char>>(), ALPHABET.chars().collect());
    assert_eq!(ids.len(), 2000);
}

#[test]
fn texts_that_are_no_ids_are_refused() {
    for text in ["", "0123456789a", "0123456789abc", "0123456789AB", "0123456789il", "0123456789a ", "0123456789é"] {
        assert!(WorkId::parse(text).is_err(), "{text}");
    }
}

#[test]
fn a_secret_has_thirty_two_characters_and_reads_back() {
    let secret = Secret::random().unwrap();
    assert_eq!(secret.expose().len(), 32);
    assert!(secret.expose().chars().all(|c| ALPHABET.contains(c)));
    let again = Secret::parse(secret.expose()).unwrap();
    assert_eq!(again.digest(), secret.digest());
    assert_ne!(Secret::random().unwrap().digest(), secret.digest());
    assert!(Secret::parse(&secret.expose()[1..]).is_err());
    assert!(Secret::parse(&secret.expose().to_uppercase()).is_err() || !secret.expose().contains(char::is_alphabetic));
}

#[test]
fn secrets_and_digests_are_not_printed() {
    let secret = Secret::random().unwrap();
    assert_eq!(format!("{secret:?} {:?}", secret.digest()), "Secret SecretDigest");
}

#[test]
fn the_hash_of_a_state_has_sixteen_to_forty_small_letters_and_digits() {
    assert_eq!(RevisionHash::parse("0123456789abcxyz").unwrap().as_str(), "0123456789abcxyz");
    assert!(RevisionHash::parse(&"z".repeat(40)).is_ok());
    for text in ["", "0123456789abcde", &"z".repeat(41), "0123456789ABCDEF", "0123456789abcde-", "0123456789abcdeé"] {
        assert!(RevisionHash::parse(text).is_err(), "{text}");
    }
}
