import {useMediaQuery} from '@mantine/hooks'

/** The widths from which on style sheets lay out otherwise: up to that of a phone, a tablet or a notebook, and from that of a desk on. */
export const SCREENS = {
  phone: '(max-width: 40em)',
  tablet: '(max-width: 48em)',
  notebook: '(max-width: 90em)',
  desk: '(min-width: 100em)',
} as const

export const useScreen = (screen: keyof typeof SCREENS): boolean =>
  useMediaQuery(SCREENS[screen], false, {getInitialValueInEffect: false})
