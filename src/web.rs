//! The pages and the API: everything a visitor's browser talks to.
//!
//! Divided by area of the site; each area has its forms, pages and handlers together. Pages work without script; script
//! asks for the same pages and swaps one part. Nothing here decides a rule.
//!
//! Reading order: [`routes`] is the table of all addresses, from which [`link`] writes links; [`app`] puts it behind
//! its middleware, [`state`] is what handlers share, [`error`] turns every failure into an answer. Then the areas:
//! [`home`], [`armies`], [`terrain`], [`lists`], [`odds`], [`rules`], [`crib`], [`events`], [`accounts`], [`admin`],
//! [`api`]; templates are in a folder of the same name.
//!
//! Shared by the areas:
//!
//! | file | what |
//! |---|---|
//! | `works.rs` | operations that need only the stored revisions of a work and not their content: history, copies, edit links, deletion. A `WorkKind` describes armies, layouts or army lists; handlers are generic over it |
//! | `area.rs`, `redirect.rs`, `limits.rs` | the parts of the site; redirects; how much a request may send |
//! | `page.rs`, `fields.rs`, `markdown.rs` | the layout around a page; posted forms, parsed strictly; Markdown that visitors write |
//! | `choice.rs`, `filters.rs` | options of select boxes; filters of templates |
//! | `cookies.rs`, `client.rs`, `public_url.rs` | cookies and flash messages; where a request comes from and which site it asks for (nothing else reads `Host` or forwarded headers); names of sites |
//! | `security.rs`, `log.rs`, `metrics.rs` | headers and posts from other sites; one log line for each request; counts |
//! | `server.rs`, `connections.rs`, `body_timeout.rs` | the site on a socket; connections and bodies that are too slow |
//! | `fair_queue.rs`, `fair_stream.rs`, `scheduler.rs` | which request is next; connections read and written in turns; the scheduler of heavy work |
//! | `encoding.rs`, `static_content.rs`, `compress.rs`, `assets.rs`, `stream.rs`, `download.rs` | compressed encodings; answers that are compressed once, or quickly; style and script; answers generated while they are sent; files |
//! | `pdf.rs`, `sheet.rs`, `qr_codes.rs` | sheets as PDF; the roster as a page to print; QR codes |

pub mod about;
pub mod accounts;
pub mod admin;
pub mod api;
pub mod app;
mod area;
pub mod armies;
pub mod assets;
pub mod battles;
pub mod body_timeout;
pub mod chance;
mod choice;
pub mod client;
pub mod compress;
pub mod connections;
pub mod contact;
pub mod cookies;
pub mod crawlers;
pub mod crib;
pub mod download;
mod encoding;
pub mod error;
pub mod events;
mod fair_queue;
mod fair_stream;
pub mod fields;
mod filters;
pub mod home;
pub mod hooks;
mod limits;
pub mod link;
mod link_picture;
pub mod lists;
pub mod log;
pub mod markdown;
mod meter;
pub mod metrics;
pub mod moment;
pub mod odds;
pub mod page;
pub mod page_errors;
pub mod pdf;
mod preview;
pub mod public_url;
pub mod qr_codes;
mod redirect;
pub mod routes;
mod rule_link;
pub mod rules;
pub mod scheduler;
pub mod security;
pub mod server;
pub mod sheet;
pub mod state;
pub mod static_content;
pub mod stream;
pub mod terrain;
pub mod works;
