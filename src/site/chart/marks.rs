//! Elements that plotters has no method for: marks that lead somewhere, and the
//! strokes that repeat in every row.

use super::ink::Ink;
use super::svg::{Length, Svg, UnknownInk, corners};
use plotters::element::{Drawable, PointCollection};
use plotters_backend::{BackendCoord, DrawingErrorKind};
use std::fmt::Write as _;
use std::iter::{Once, once};

/// Shape of a mark: shape as well as hue tells what it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Speculation off.
    Circle,
    /// Speculation on.
    Diamond,
    /// Configurations compared.
    Square,
    /// A trial that failed.
    Cross,
    /// A trial without the value.
    Dash,
}

/// A mark and where it leads.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark<'a, Coord> {
    pub(super) at: Coord,
    pub(super) shape: Shape,
    pub(super) ink: Ink,
    /// Only its outline.
    pub(super) hollow: bool,
    pub(super) href: &'a str,
    pub(super) title: &'a str,
}

impl<'a, Coord> PointCollection<'a, Coord> for &'a Mark<'_, Coord> {
    type Point = &'a Coord;
    type IntoIter = Once<&'a Coord>;

    fn point_iter(self) -> Self::IntoIter {
        once(&self.at)
    }
}

impl<Coord> Drawable<Svg<'_>> for Mark<'_, Coord> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        pos: I,
        svg: &mut Svg<'_>,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<UnknownInk>> {
        for at in pos {
            // Hundreds of tab stops would bury the page: keyboards reach the same
            // trials through the links in the table beside the chart.
            svg.literal("<a tabindex=\"-1\" href=\"");
            svg.escaped(self.href);
            svg.literal("\"><title>");
            svg.escaped(self.title);
            svg.literal("</title>");
            self.shape(at, svg);
            svg.literal("</a>");
        }
        Ok(())
    }
}

impl<Coord> Mark<'_, Coord> {
    /// A hollow mark shows the page inside; a full one has an edge of the colour of
    /// the track, so that marks that overlap are still seen apart.
    fn shape(&self, (x, y): BackendCoord, svg: &mut Svg<'_>) {
        let (fill, line) = match self.hollow {
            true => (Some(Ink::Back), Some((self.ink, 18))),
            false => (Some(self.ink), Some((Ink::Panel, 10))),
        };
        let polygon = |points: &[BackendCoord]| corners(points.iter().copied());
        match self.shape {
            Shape::Circle => {
                let r = Length(if self.hollow { 42 } else { 48 });
                let (x, y) = (Length(x), Length(y));
                svg.element(format_args!("circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\""), fill, line);
            }
            Shape::Diamond => {
                let r = if self.hollow { 54 } else { 62 };
                let points = polygon(&[(x, y - r), (x + r, y), (x, y + r), (x - r, y)]);
                svg.element(format_args!("polygon points=\"{points}\""), fill, line);
            }
            Shape::Square => {
                let r = if self.hollow { 40 } else { 46 };
                let points =
                    polygon(&[(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]);
                svg.element(format_args!("polygon points=\"{points}\""), fill, line);
            }
            Shape::Cross => {
                let [left, right, top, bottom] = [x - 36, x + 36, y - 36, y + 36].map(Length);
                svg.element(
                    format_args!(
                        "path d=\"M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}\""
                    ),
                    None,
                    Some((self.ink, 20)),
                );
            }
            Shape::Dash => {
                let [left, right, y] = [x - 42, x + 42, y].map(Length);
                svg.element(
                    format_args!("path d=\"M{left} {y}H{right}\""),
                    None,
                    Some((self.ink, 20)),
                );
            }
        }
    }
}

/// A range on the axis, with upright ends, so that a narrow one is seen beside its mark.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span<Coord> {
    pub(super) ends: [Coord; 2],
    pub(super) ink: Ink,
    /// Width of the line in tenths of a unit.
    pub(super) width: i32,
    /// Height of each half of the upright ends, in tenths of a unit.
    pub(super) cap: i32,
}

impl<'a, Coord> PointCollection<'a, Coord> for &'a Span<Coord> {
    type Point = &'a Coord;
    type IntoIter = std::slice::Iter<'a, Coord>;

    fn point_iter(self) -> Self::IntoIter {
        self.ends.iter()
    }
}

impl<Coord> Drawable<Svg<'_>> for Span<Coord> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        mut pos: I,
        svg: &mut Svg<'_>,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<UnknownInk>> {
        if let (Some((low, y)), Some((high, _))) = (pos.next(), pos.next()) {
            let [low, high, y, top, bottom] =
                [low, high, y, y - self.cap, y + self.cap].map(Length);
            svg.element(
                format_args!(
                    "path d=\"M{low} {y}H{high}M{low} {top}V{bottom}M{high} {top}V{bottom}\""
                ),
                None,
                Some((self.ink, self.width)),
            );
        }
        Ok(())
    }
}

/// Upright strokes at some places of the axis through the bands of all rows.
#[derive(Debug)]
pub(super) struct Strokes<'a, Coord> {
    /// Where the strokes stand; the height does not count.
    pub(super) at: Vec<Coord>,
    /// Top and bottom of every band.
    pub(super) bands: &'a [(i32, i32)],
    pub(super) ink: Ink,
    /// Width in tenths of a unit.
    pub(super) width: i32,
}

impl<'a, Coord> PointCollection<'a, Coord> for &'a Strokes<'_, Coord> {
    type Point = &'a Coord;
    type IntoIter = std::slice::Iter<'a, Coord>;

    fn point_iter(self) -> Self::IntoIter {
        self.at.iter()
    }
}

impl<Coord> Drawable<Svg<'_>> for Strokes<'_, Coord> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        pos: I,
        svg: &mut Svg<'_>,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<UnknownInk>> {
        let mut path = String::new();
        for (x, _) in pos {
            for (top, bottom) in self.bands {
                let _ = write!(path, "M{} {}V{}", Length(x), Length(*top), Length(*bottom));
            }
        }
        if !path.is_empty() {
            svg.element(format_args!("path d=\"{path}\""), None, Some((self.ink, self.width)));
        }
        Ok(())
    }
}
