//! One chart as one SVG element, made in two layers: picture and marks.

use super::axis::Axis;
use super::error::ChartError;
use super::ink::Ink;
use super::layout::{EDGE, INSET, Layout, WIDTH};
use super::marks::Strokes;
use super::svg::{Length, Svg, UNIT, UnknownInk};
use super::text::escape;
use super::{Head, axis};
use crate::site::markup::Markup;
use crate::site::texts::fill;
use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::types::RangedCoordi32;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea as _};
use plotters::element::{Rectangle, Text};
use plotters::style::text_anchor::{Pos, VPos};
use plotters::style::{Color as _, FontDesc, TextStyle};
use plotters_backend::{FontFamily, FontStyle};
use std::fmt::Write as _;

pub(super) type Refused = DrawingAreaErrorKind<UnknownInk>;

/// A layer to draw on.
pub(super) struct Canvas<'a> {
    /// In tenths of a unit.
    pub(super) page: DrawingArea<Svg<'a>, Shift>,
    /// Across: values of the axis; down: tenths of a unit. `None` if there is no axis.
    pub(super) plot: Option<DrawingArea<Svg<'a>, Cartesian2d<Axis, RangedCoordi32>>>,
}

impl<'a> Canvas<'a> {
    fn new(out: &'a mut String, head: &Head, layout: &Layout, axis: Option<Axis>) -> Self {
        let size = (WIDTH.unsigned_abs(), layout.height.unsigned_abs());
        let page = Svg::new(out, size, head.language).into_drawing_area();
        let plot = axis.map(|axis| {
            let down = 0..layout.height;
            let coordinates: Cartesian2d<Axis, RangedCoordi32> =
                Cartesian2d::new(axis, down.clone(), (layout.plot.0..layout.plot.1, down));
            page.apply_coord_spec(coordinates)
        });
        Self { page, plot }
    }

    /// Bands, grid and words: what both kinds of chart have behind their marks.
    fn frame(&self, layout: &Layout, axis: Option<Axis>) -> Result<(), Refused> {
        let (left, right) = (layout.plot.0 - INSET + EDGE, layout.plot.1 + INSET - EDGE);
        for (top, bottom) in &layout.bands {
            for (left, right) in std::iter::once((left, right)).chain(layout.rail) {
                let corners = [(left, *top), (right, *bottom)];
                self.page.draw(&Rectangle::new(corners, Ink::Panel.filled()))?;
            }
        }
        if let (Some(plot), Some(axis)) = (&self.plot, axis) {
            let at = axis.ticks().into_iter().map(|tick| (tick, 0)).collect();
            let bands = &layout.bands;
            plot.draw(&Strokes { at, bands, ink: Ink::Grid, width: 8 })?;
        }
        for words in &layout.words {
            let style = if words.style.bold { FontStyle::Bold } else { FontStyle::Normal };
            let font = FontDesc::new(FontFamily::SansSerif, f64::from(words.style.size), style);
            let style =
                TextStyle::from(font).color(&words.style.ink).pos(Pos::new(words.held, VPos::Top));
            self.page.draw(&Text::new(words.text.as_str(), words.at, style))?;
        }
        Ok(())
    }
}

/// Draws the frame and `picture`, then `marks` in the layer above.
pub(super) fn render(
    head: &Head,
    layout: &Layout,
    axis: Option<Axis>,
    picture: impl FnOnce(&Canvas<'_>) -> Result<(), Refused>,
    marks: impl FnOnce(&Canvas<'_>) -> Result<(), Refused>,
) -> Result<Markup, ChartError> {
    let refused =
        |cause: Refused| ChartError::Drawing { chart: head.id.clone(), cause: cause.to_string() };
    let (mut below, mut above) = (String::new(), String::new());
    let canvas = Canvas::new(&mut below, head, layout, axis);
    canvas.frame(layout, axis).and_then(|()| picture(&canvas)).map_err(refused)?;
    drop(canvas);
    let canvas = Canvas::new(&mut above, head, layout, axis);
    marks(&canvas).map_err(refused)?;
    drop(canvas);
    Ok(Markup::of_escaped(element(head, layout.height, axis, &below, &above)))
}

fn element(head: &Head, height: i32, axis: Option<Axis>, below: &str, above: &str) -> String {
    let mut description = head.description.clone();
    if let Some(axis) = axis {
        let ends = [axis.low(), axis.high()].map(|end| axis.label(end));
        let sentence = fill(&head.axis, &[("low", &ends[0]), ("high", &ends[1])]);
        description = format!("{description} {sentence}");
    }
    let mut id = String::new();
    escape(&head.id, &mut id);
    let (width, height, lang) = (WIDTH / UNIT, Length(height), head.language.code());
    let mut out = String::with_capacity(below.len() + above.len() + 1_024);
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" lang=\"{lang}\" viewBox=\"0 0 {width} {height}\"><g role=\"img\" aria-labelledby=\"{id}-title {id}-desc\">"
    );
    for (name, text) in [("title", &head.title), ("desc", &description)] {
        let _ = write!(out, "<{name} id=\"{id}-{name}\">");
        escape(text.trim(), &mut out);
        let _ = write!(out, "</{name}>");
    }
    let _ = write!(out, "{below}</g><g aria-hidden=\"true\">{above}</g></svg>");
    out
}

/// Holds a value to what an axis can show.
pub(super) fn placed(
    head: &Head,
    row: &str,
    what: &'static str,
    value: f64,
) -> Result<f64, ChartError> {
    let (chart, size) = (head.id.clone(), value.abs());
    if !value.is_finite() {
        return Err(ChartError::NotFinite { chart, row: row.to_owned(), what, value });
    }
    // Zero has no size to hold against the limits.
    if size > 0.0 && !(axis::SIZES.start..=axis::SIZES.end).contains(&size) {
        return Err(ChartError::Size { chart, value });
    }
    Ok(value)
}
