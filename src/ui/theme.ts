import {type CSSVariablesResolver, createTheme} from '@mantine/core'

/** Dense and calm. Shades are chosen so that text meets WCAG AA on the surfaces it stands on, light and dark. */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: {light: 8, dark: 8},
  defaultRadius: 'sm',
  cursorType: 'pointer',
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
  headings: {fontWeight: '600'},
})

export const cssVariables: CSSVariablesResolver = ({colors}) => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f6f7f9',
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': colors.blue[9],
    '--surface': '#ffffff',
    '--line': colors.gray[3],
  },
  dark: {
    '--mantine-color-body': '#111417',
    '--mantine-color-text': '#dde1e6',
    '--mantine-color-dimmed': '#a3abb3',
    '--mantine-color-placeholder': '#a3abb3',
    '--mantine-color-error': '#ffa8a8',
    '--mantine-color-anchor': colors.blue[4],
    '--surface': '#1a1e22',
    '--line': '#2f353b',
  },
})
