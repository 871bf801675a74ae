import {type CSSVariablesResolver, createTheme} from '@mantine/core'

/** The shades are chosen so that text meets WCAG AA on the surfaces it stands on, light and dark. */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: {light: 8, dark: 8},
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
  headings: {fontWeight: '600'},
  components: {
    // Otherwise the header of a dialog counts as one more banner of the page.
    ModalHeader: {defaultProps: {role: 'presentation'}},
    ModalTitle: {defaultProps: {fw: 600}},
  },
})

export const cssVariables: CSSVariablesResolver = ({colors}) => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f6f7f9',
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': colors.blue[9],
    '--mantine-color-default-border': '#868e96',
    '--surface': '#ffffff',
    '--field': '#ffffff',
    '--line': colors.gray[3],
    '--focus': colors.blue[8],
  },
  dark: {
    '--mantine-color-body': '#111417',
    '--mantine-color-text': '#dde1e6',
    '--mantine-color-dimmed': '#a3abb3',
    '--mantine-color-placeholder': '#a3abb3',
    '--mantine-color-error': '#ffa8a8',
    '--mantine-color-anchor': colors.blue[4],
    '--mantine-color-default': '#22272c',
    '--mantine-color-default-hover': '#2b3138',
    '--mantine-color-default-border': '#76818b',
    '--surface': '#1a1e22',
    '--field': '#22272c',
    '--line': '#2f353b',
    '--focus': colors.blue[4],
  },
})
