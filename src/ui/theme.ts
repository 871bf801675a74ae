import {type CSSVariablesResolver, createTheme, type MantineColorsTuple} from '@mantine/core'

/** Mantine requires ten shades of the brand; the drawn colours come from `kit/tokens.css`. */
const brand: MantineColorsTuple = [
  ...(['#f1f0fe', '#e2e0fc', '#c5c1f8', '#a8a1f3', '#8f86ef'] as const),
  ...(['#7a70ec', '#6a5ee6', '#5f55e8', '#5746d9', '#4c3fc7'] as const),
]

/** Sizes and distances come from `kit/sizes.css`. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: {light: 8, dark: 7},
  colors: {brand},
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: {xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem'},
  lineHeights: {xs: '1.333', sm: '1.5385', md: '1.4286', lg: '1.5', xl: '1.4'},
  fontWeights: {regular: '400', medium: '500', bold: '600'},
  spacing: {
    xs: 'var(--space-2)',
    sm: 'var(--space-3)',
    md: 'var(--space-4)',
    lg: 'var(--space-5)',
    xl: 'var(--space-8)',
  },
  radius: {
    xs: '2px',
    sm: 'var(--radius-control)',
    md: 'var(--radius-panel)',
    lg: 'var(--radius-overlay)',
    xl: '16px',
  },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: {fontSize: '1.25rem', lineHeight: '1.75rem'},
      h2: {fontSize: '1rem', lineHeight: '1.5rem'},
      h3: {fontSize: '0.875rem', lineHeight: '1.25rem'},
      h4: {fontSize: '0.8125rem', lineHeight: '1.25rem'},
      h5: {fontSize: '0.75rem', lineHeight: '1rem'},
      h6: {fontSize: '0.75rem', lineHeight: '1rem'},
    },
  },
  components: {
    // Otherwise the header of a dialog counts as one more banner of the page.
    ModalHeader: {defaultProps: {role: 'presentation'}},
    ModalTitle: {defaultProps: {fw: 600}},
  },
})

const ofEitherScheme = {
  '--mantine-color-body': 'var(--canvas)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-dim)',
  '--mantine-color-placeholder': 'var(--text-faint)',
  '--mantine-color-error': 'var(--danger-text)',
  '--mantine-color-anchor': 'var(--brand-text)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-disabled': 'var(--hover)',
  '--mantine-color-disabled-color': 'var(--text-faint)',
  '--mantine-color-disabled-border': 'var(--line)',
  // The steps of the scales that its parts take for grounds and hairlines.
  '--mantine-color-gray-0': 'var(--hover)',
  '--mantine-color-gray-1': 'var(--hover)',
  '--mantine-color-gray-2': 'var(--line)',
  '--mantine-color-gray-3': 'var(--line)',
  '--mantine-color-gray-4': 'var(--line-strong)',
  '--mantine-color-gray-light': 'var(--off-surface)',
  '--mantine-color-gray-light-hover': 'var(--off-surface)',
  '--mantine-color-gray-light-color': 'var(--text-dim)',
  '--mantine-color-dark-4': 'var(--line)',
  '--mantine-color-dark-5': 'var(--hover)',
  '--mantine-color-dark-6': 'var(--raised)',
  '--mantine-color-dark-7': 'var(--surface)',
  '--mantine-primary-color-contrast': 'var(--on-brand)',
  '--mantine-color-brand-text': 'var(--brand-text)',
  '--mantine-color-brand-filled': 'var(--brand)',
  '--mantine-color-brand-filled-hover': 'var(--brand-hover)',
  '--mantine-color-brand-light': 'var(--selected)',
  '--mantine-color-brand-light-hover': 'var(--selected)',
  '--mantine-color-brand-light-color': 'var(--brand-text)',
  '--mantine-color-brand-outline': 'var(--brand-text)',
  '--mantine-color-brand-outline-hover': 'var(--selected)',
  '--mantine-color-red-text': 'var(--danger-text)',
  '--mantine-color-red-filled': 'var(--danger)',
  '--mantine-color-red-filled-hover': 'var(--danger-hover)',
  '--mantine-color-red-light': 'var(--critical-surface)',
  '--mantine-color-red-light-hover': 'var(--critical-surface)',
  '--mantine-color-red-light-color': 'var(--danger-text)',
  '--mantine-color-red-outline': 'var(--danger-text)',
  '--mantine-color-red-outline-hover': 'var(--critical-surface)',
}

/** Lets Mantine draw in the colours of `kit/tokens.css`. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: ofEitherScheme,
  dark: ofEitherScheme,
})
