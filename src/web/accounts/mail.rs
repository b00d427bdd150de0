//! Mail: if a mail server is configured, links for new passwords are sent through it.

use std::fmt;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::{Message, SmtpTransport, Transport as _};

use crate::web::public_url::PublicUrl;

/// The time that the server may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Sends mail. Mails are neither stored nor retried.
pub struct Mailer {
    transport: SmtpTransport,
    from: Mailbox,
    site: PublicUrl,
}

impl fmt::Debug for Mailer {
    /// Leaves out the password of the server.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mailer({})", self.from)
    }
}

/// The reason no mail can be sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The address of the server is invalid.
    #[error("the mail server is given as smtp://user:password@host:port?tls=required, or smtps://…: {0}")]
    Server(#[source] lettre::transport::smtp::Error),
    /// The sender is not a mail address.
    #[error("“{0}” is not an email address to send from")]
    Sender(String),
}

impl Mailer {
    /// A mailer for a server address such as `smtp://user:password@host:587?tls=required`, a sender, and the site to
    /// which links lead: the text of a mail must not depend on who asked for it.
    ///
    /// # Errors
    /// [`MailError`]. The server is not contacted yet.
    pub fn new(server: &str, from: &str, site: PublicUrl) -> Result<Self, MailError> {
        let from = from.parse().map_err(|_| MailError::Sender(from.to_owned()))?;
        let transport = SmtpTransport::from_url(server).map_err(MailError::Server)?.timeout(Some(PATIENCE)).build();
        Ok(Self { transport, from, site })
    }

    /// The site to which links in mails lead.
    #[must_use]
    pub fn site(&self) -> &PublicUrl {
        &self.site
    }

    /// Sends a text. Blocks; an error is logged and not reported, since it would reveal which accounts exist.
    pub fn send(&self, to: &str, subject: &str, text: String) {
        let Ok(to) = to.parse::<Mailbox>() else {
            tracing::warn!("a mail address that was kept cannot be read");
            return;
        };
        let message = Message::builder().from(self.from.clone()).to(to).subject(subject).body(text);
        let sent = message
            .map_err(|error| error.to_string())
            .and_then(|message| self.transport.send(&message).map(drop).map_err(|error| error.to_string()));
        if let Err(cause) = sent {
            tracing::error!(%cause, "a mail could not be sent");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_and_senders_are_read_and_refused() {
        let mailer = |server, from| Mailer::new(server, from, "https://club.example.org".parse().unwrap());
        assert!(mailer("smtp://user:secret@mail.example:587?tls=required", "Club <club@example.org>").is_ok());
        assert!(mailer("smtps://mail.example", "club@example.org").is_ok());
        assert!(matches!(mailer("mail.example", "club@example.org"), Err(MailError::Server(_))));
        assert!(matches!(mailer("smtp://mail.example", "the club"), Err(MailError::Sender(_))));
        let mailer = mailer("smtp://user:secret@mail.example", "club@example.org").unwrap();
        assert_eq!(format!("{mailer:?}"), "Mailer(club@example.org)");
    }
}
