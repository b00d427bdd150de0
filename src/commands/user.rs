//! `user`: manages accounts from the command line, including the first administrator.

use std::io::{self, Read as _};
use std::process::ExitCode;

use musterfield::store::{ActorAndReason, NewUser, Registered, Secret, SignInName, Store, User};
use musterfield::web::accounts::password;
use musterfield::web::accounts::reset::{OPEN_BY_HAND, link_path};
use musterfield::web::accounts::users::LINK_MADE;

use super::migrate::open;
use super::{Failure, Outcome, chain, print};
use crate::arguments::{UserAddArgs, UserArgs};

/// A password that nobody knows: the owner sets another through the printed link.
fn random_password() -> Result<String, Failure> {
    Ok(Secret::random().map_err(|error| Failure::new(chain(&error)))?.expose().to_owned())
}

fn sign_in(name: &str) -> Result<SignInName, Failure> {
    SignInName::parse(name).map_err(|error| Failure::new(format!("{name}: {error}")))
}

/// Runs a job on the database, whose tables are brought up to date first.
fn on_database<T>(url: &str, job: impl AsyncFnOnce(Store) -> Result<T, Failure>) -> Result<T, Failure> {
    let store = open(url, 1)?;
    store.migrate().map_err(|error| Failure::new(chain(&error)))?;
    actix_web::rt::System::new().block_on(job(store))
}

/// Records a change to an account from the command line in the administrators' log.
async fn log(store: &Store, user: &SignInName, action: &str) -> Result<(), Failure> {
    let grounds = ActorAndReason { actor: "the command line".to_owned(), reason: String::new() };
    let written = store.log_for_admins(grounds, action, &format!("account {user}")).await;
    written.map_err(|error| Failure::new(chain(&error)))
}

/// A link that opens an account once, on a line of its own. If the site's address is unknown it is a path, followed by
/// a line that explains what to do with it.
async fn link(store: &Store, user: &User, args: &UserArgs) -> Result<String, Failure> {
    let secret = Secret::random().map_err(|error| Failure::new(chain(&error)))?;
    let made = store.make_link(user.id, &secret.digest(), OPEN_BY_HAND).await;
    made.map_err(|error| Failure::new(chain(&error)))?;
    log(store, &user.sign_in, LINK_MADE).await?;
    let path = link_path(&secret);
    Ok(match &args.public_url {
        Some(site) => format!("{}\n", site.url(&path)),
        None => format!("{path}\nPut the address of the site in front of this, or use --public-url next time.\n"),
    })
}

/// `user add NAME`
pub(crate) fn add(args: &UserAddArgs) -> Outcome {
    let name = sign_in(&args.user.name)?;
    let shown = args.shown.clone().unwrap_or_else(|| args.user.name.trim().to_owned());
    let given = if args.password_stdin { Some(password_from_stdin(&name, &shown)?) } else { None };
    let said = on_database(&args.user.database, async |store| {
        let secret = match &given {
            Some(password) => password.clone(),
            None => random_password()?,
        };
        let hash = password::hash_now(&secret).map_err(Failure::new)?;
        let new = NewUser { sign_in: name.clone(), name: shown, email: None, password: hash, is_admin: args.admin };
        match store.create_user(new).await.map_err(|error| Failure::new(chain(&error)))? {
            Registered::Taken => Err(Failure::new(format!("the account {name} already exists"))),
            Registered::Made(user) => {
                let action =
                    if user.is_admin { "created the account, as an administrator" } else { "created the account" };
                log(&store, &user.sign_in, action).await?;
                if given.is_some() {
                    return Ok(format!("{} has been created.\n", user.sign_in));
                }
                let link = link(&store, &user, &args.user).await?;
                Ok(format!("{} has been created. Set its password within three days, at\n{link}", user.sign_in))
            }
        }
    })?;
    print(&said)?;
    Ok(ExitCode::SUCCESS)
}

/// `user link NAME`
pub(crate) fn make_link(args: &UserArgs) -> Outcome {
    let name = sign_in(&args.name)?;
    let link = on_database(&args.database, async |store| {
        let found = store.user_by_sign_in(&name).await.map_err(|error| Failure::new(chain(&error)))?;
        let (user, _) = found.ok_or_else(|| Failure::new(format!("there is no account {name}")))?;
        link(&store, &user, args).await
    })?;
    print(&link)?;
    Ok(ExitCode::SUCCESS)
}

fn password_from_stdin(name: &SignInName, shown: &str) -> Result<String, Failure> {
    let mut text = String::new();
    let read = io::stdin().lock().take(10_000).read_to_string(&mut text);
    read.map_err(|error| Failure::new(format!("stdin: {error}")))?;
    let password = text.lines().next().unwrap_or_default().to_owned();
    password::check(&password, &[name.as_str(), shown]).map_err(|error| Failure::new(format!("password: {error}")))?;
    Ok(password)
}
