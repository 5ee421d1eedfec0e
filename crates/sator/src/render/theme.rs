//! The colours of pictures: the style with the rules and variables that a picture uses, light, dark
//! or as the reader prefers; and the same without variables, for programs that know none.

use std::collections::BTreeSet;

use super::svg::STYLE;

/// The colours of a picture.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark ink on light paper.
    Light,
    /// Light ink on dark paper.
    Dark,
    /// Light or dark, as the reader prefers; light in print.
    #[default]
    Auto,
}

/// A variable of the style: its name with the dashes, and its value.
type Variable<'s> = (&'s str, &'s str);

/// The parts of the style.
struct Parts<'s> {
    light: Vec<Variable<'s>>,
    dark: Vec<Variable<'s>>,
    /// The lines with rules.
    rules: Vec<&'s str>,
}

/// The style of a picture with these elements.
pub(super) fn style(theme: Theme, elements: &str) -> String {
    let Parts { light, dark, rules } = used(elements);
    let block = |variables: &[Variable<'_>]| {
        let lines = variables.iter().map(|(name, value)| format!("{name}:{value};"));
        format!(".board{{{}}}\n", lines.collect::<String>())
    };
    let variables = match theme {
        Theme::Light => block(&light),
        Theme::Dark => block(&dark),
        Theme::Auto => {
            let dark = block(&dark);
            format!(
                "{}@media screen and (prefers-color-scheme:dark){{{}}}\n",
                block(&light),
                dark.trim_end()
            )
        }
    };
    variables + &rules.join("\n") + "\n"
}

/// The style of a picture with these elements, with the values of variables in their places; light,
/// unless the theme is dark.
pub(super) fn plain_style(theme: Theme, elements: &str) -> String {
    let Parts { light, dark, rules } = used(elements);
    let variables = if theme == Theme::Dark { dark } else { light };
    let mut style = rules.join("\n") + "\n";
    for (name, value) in variables {
        style = style.replace(&format!("var({name})"), value);
    }
    style
}

/// The parts of the style that a picture with these elements needs.
fn used(elements: &str) -> Parts<'static> {
    let Parts { light, dark, mut rules } = parts();
    let attributes = elements.split("class=\"").skip(1).filter_map(|it| it.split('"').next());
    let classes: BTreeSet<&str> = attributes.flat_map(str::split_whitespace).collect();
    rules.retain(|rule| {
        let selectors = rule.split('{').next().unwrap_or_default().split(',');
        selectors.into_iter().any(|selector| is_used(selector, &classes))
    });
    let is_needed = |(name, _): &Variable<'_>| {
        let use_of = format!("var({name})");
        rules.iter().any(|rule| rule.contains(&use_of))
    };
    let needed = |variables: Vec<Variable<'static>>| variables.into_iter().filter(is_needed);
    Parts { light: needed(light).collect(), dark: needed(dark).collect(), rules }
}

/// Whether elements have all classes that a selector names.
fn is_used(selector: &str, classes: &BTreeSet<&str>) -> bool {
    selector.split_whitespace().all(|part| {
        if let Some(class) = part.strip_prefix('.') {
            return classes.contains(class);
        }
        match part.strip_prefix("[class^=\"").and_then(|it| it.split('"').next()) {
            Some(start) => classes.iter().any(|class| class.starts_with(start)),
            None => true,
        }
    })
}

/// The style begins with the variables, light and then dark; each line after them is a rule.
fn parts() -> Parts<'static> {
    let mut blocks = [Vec::new(), Vec::new()];
    let (mut number, mut rules) = (0, Vec::new());
    for line in STYLE.lines().map(str::trim) {
        if line.starts_with("--") {
            let entries = line.split(';').filter_map(|entry| entry.split_once(':'));
            let block: &mut Vec<_> = &mut blocks[number];
            block.extend(entries.map(|(name, value)| (name.trim(), value.trim())));
        } else if line.starts_with("@media") {
            number = 1;
        } else if line.ends_with('}') && line.len() > 1 {
            rules.push(line);
        }
    }
    let [light, dark] = blocks;
    Parts { light, dark, rules }
}

#[cfg(test)]
mod tests {
    use super::{Parts, Theme, parts, plain_style, style};

    #[test]
    fn both_themes_have_the_same_variables_and_every_rule_finds_its_own() {
        let Parts { light, dark, rules } = parts();
        let names = |variables: &[(&'static str, &str)]| {
            variables.iter().map(|(name, _)| *name).collect::<Vec<_>>()
        };
        assert_eq!(names(&light), names(&dark));
        assert!(rules.len() > 50, "{}", rules.len());
        for rule in rules {
            for variable in rule.split("var(").skip(1) {
                let name = variable.split(')').next().unwrap_or_default();
                assert!(light.iter().any(|(it, _)| *it == name), "{name} in {rule}");
            }
        }
    }

    #[test]
    fn a_style_has_the_rules_that_a_picture_uses_and_no_others() {
        let elements = "<svg class=\"board\"><g class=\"given\"/><g class=\"number3\"/></svg>";
        let style = style(Theme::Auto, elements);
        for part in ["--ink:", "--three:", ".given", ".number3", "[class^=", "@media"] {
            assert!(style.contains(part), "{part} in {style}");
        }
        for part in ["--two:", ".number2", ".found", ".cage"] {
            assert!(!style.contains(part), "{part} in {style}");
        }
    }

    #[test]
    fn a_plain_style_has_the_colours_of_its_theme_and_no_variables() {
        let elements = "<svg class=\"board\"><g class=\"found\"/></svg>";
        for (theme, colour) in [(Theme::Light, "#0b57c4"), (Theme::Dark, "#7db4ff")] {
            let style = plain_style(theme, elements);
            assert!(style.contains(&format!("fill: {colour}")), "{style}");
            assert!(!style.contains("var(") && !style.contains("@media"), "{style}");
        }
    }
}
