import {textsOf} from '../../../domain/language'

export const texts = textsOf('indicator', {
  usual: (low: string, high: string) => `usually ${low} to ${high}`,
  unknown: 'not known what is usual',
  none: 'no value',
  beyond: {above: 'above the scale', below: 'below the scale'},
})
