//! The contents of a row of the route table, and the way the table is written.

use actix_web::guard::{Guard, GuardContext};
use actix_web::http::Method;
use actix_web::http::header::{ALLOW, HeaderValue};
use actix_web::web::{self, PayloadConfig, post};
use actix_web::{FromRequest, Handler, HttpRequest, Resource, Responder, Route};

use crate::web::error::WebError;
use crate::web::limits::{LARGEST_CASES, LARGEST_FORM, LARGEST_LAYOUT, LARGEST_REQUEST, LARGEST_UPLOAD};

/// The visitors who may use an address. Handlers enforce it, since most of them have to look at the work or the event
/// first; the tests send the others to every address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum May {
    /// Everybody, if the page or the work is visible at all.
    Everybody,
    /// A visitor with the secret of a link that leads there.
    Secret,
    /// Programs with the operator's token.
    Token,
    /// Holders of the work or entry.
    Holder,
    /// Signed-in visitors.
    SignedIn,
    /// Administrators.
    Admin,
    /// Helpers of the event, and higher roles.
    Helper,
    /// Organisers of the event, and its owners.
    Organiser,
    /// Owners of the event.
    Owner,
}

/// The limit on what may be sent to an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The fields of a form, or a short document.
    Form,
    /// A form with an uploaded file.
    Upload,
    /// A layout that a program sends.
    Layout,
    /// Combat cases that a program sends.
    Cases,
}

impl Limit {
    /// The largest number of bytes that a request of this content type may announce.
    #[must_use]
    pub fn announced(self, content_type: &str) -> usize {
        match (self, content_type) {
            (Self::Upload, "multipart/form-data") => LARGEST_UPLOAD,
            (Self::Layout, _) => LARGEST_LAYOUT,
            (Self::Cases, _) => LARGEST_CASES,
            (Self::Form | Self::Upload, "application/x-www-form-urlencoded") => LARGEST_FORM,
            (Self::Form | Self::Upload, _) => LARGEST_REQUEST,
        }
    }

    /// The error for a request with more.
    #[must_use]
    pub fn error(self) -> WebError {
        match self {
            Self::Form => WebError::TooLarge,
            Self::Upload => WebError::FileTooLarge,
            Self::Layout => WebError::LayoutTooLarge,
            Self::Cases => WebError::CasesTooLarge,
        }
    }

    /// The largest number of bytes that are read where the request announces nothing. Uploads have a limit of their
    /// own, for all their parts together.
    fn payload(self) -> PayloadConfig {
        PayloadConfig::new(match self {
            Self::Form | Self::Upload => LARGEST_FORM,
            Self::Layout => LARGEST_LAYOUT,
            Self::Cases => LARGEST_CASES,
        })
    }
}

/// Whether a map of the site lists an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteMap {
    /// A page where a visit can begin: everybody may read it, and its address has no parameters.
    Shown,
    /// All other addresses.
    Hidden,
}

/// A row of the route table: everything the site says about one address besides what its handlers do.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The address, with its parameters in braces.
    pub path: &'static str,
    /// The visitors who may read it with GET and HEAD; `None` if it cannot be read.
    pub page: Option<May>,
    /// The visitors who may post to it; `None` if it takes no posts.
    pub form: Option<May>,
    /// The limit on what may be posted.
    pub limit: Limit,
    /// Whether it is on the site map.
    pub site_map: SiteMap,
    served: fn(Resource) -> Resource,
}

impl Row {
    /// The row of an address to which nothing answers yet.
    pub(super) const fn new(path: &'static str, served: fn(Resource) -> Resource) -> Self {
        Self { path, page: None, form: None, limit: Limit::Form, site_map: SiteMap::Hidden, served }
    }

    /// The row with readers.
    pub(super) const fn page(self, may: May) -> Self {
        Self { page: Some(may), ..self }
    }

    /// The row with senders.
    pub(super) const fn form(self, may: May) -> Self {
        Self { form: Some(may), ..self }
    }

    /// The row with another limit.
    pub(super) const fn limit(self, limit: Limit) -> Self {
        Self { limit, ..self }
    }

    /// The row, on the site map or not.
    pub(super) const fn site_map(self, site_map: SiteMap) -> Self {
        Self { site_map, ..self }
    }

    /// The methods that it accepts, as the `Allow` header lists them.
    fn methods(&self) -> &'static str {
        match (self.page, self.form) {
            (Some(_), Some(_)) => "GET, HEAD, POST",
            (Some(_), None) => "GET, HEAD",
            (None, _) => "POST",
        }
    }

    /// The row for actix.
    pub(super) fn resource(&self) -> Resource {
        let resource = (self.served)(web::resource(self.path)).default_service(only(self.methods()));
        if self.limit == Limit::Form { resource } else { resource.app_data(self.limit.payload()) }
    }
}

/// GET, and HEAD as if it were GET.
struct Reading;

impl Guard for Reading {
    fn check(&self, context: &GuardContext<'_>) -> bool {
        matches!(context.head().method, Method::GET | Method::HEAD)
    }
}

/// Adds the handler of a page.
pub(super) fn page<F, Args>(resource: Resource, show: F) -> Resource
where
    F: Handler<Args, Output: Responder + 'static>,
    Args: FromRequest + 'static,
{
    resource.route(web::route().guard(Reading).to(show))
}

/// Adds the handler of a form, or of what a program posts.
pub(super) fn form<F, Args>(resource: Resource, take: F) -> Resource
where
    F: Handler<Args, Output: Responder + 'static>,
    Args: FromRequest + 'static,
{
    resource.route(post().to(take))
}

/// The answer to every method that an address does not accept.
fn only(methods: &'static str) -> Route {
    web::to(move |request: HttpRequest| async move {
        let mut answer = WebError::MethodNotAllowed.answer_to(request.path());
        answer.headers_mut().insert(ALLOW, HeaderValue::from_static(methods));
        answer
    })
}

/// Writes the table. A row is
///
/// ```text
/// name(parameters) = "path", page(who may): handler, form(who may): handler, limit(how much), site_map(Shown);
/// ```
///
/// with at least a page or a form. The row becomes an entry of `TABLE`, and the name a function of the module `links`
/// that writes the address; the compiler sees to it that the parameters are those in the path. A row without
/// parentheses has no such function.
macro_rules! table {
    ($(
        $name:ident $(($($part:ident),*))? = $path:literal
        $(, page($reader:ident): $show:expr)?
        $(, form($sender:ident): $take:expr)?
        $(, limit($limit:ident))?
        $(, site_map($shown:ident))?;
    )*) => {
        /// Every address of the site. They are tried in this order, so those that other programs use most come first.
        pub static TABLE: &[Row] = &[$(
            Row::new($path, |resource| {
                $(let resource = row::page(resource, $show);)?
                $(let resource = row::form(resource, $take);)?
                resource
            })
            $(.page(May::$reader))?
            $(.form(May::$sender))?
            $(.limit(Limit::$limit))?
            $(.site_map(SiteMap::$shown))?,
        )*];

        /// The addresses of the table, written with their parameters.
        pub mod links {
            use std::fmt::Display;

            use crate::web::link::{Address, Part};

            $($(
                #[doc = concat!("The address `", $path, "`.")]
                #[must_use]
                pub fn $name($($part: impl Display),*) -> Address {
                    $(let $part = Part($part);)*
                    Address::new(format!($path))
                }
            )?)*
        }
    };
}
pub(super) use table;
