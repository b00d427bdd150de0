//! Dates and hours in the time zone of an event.
