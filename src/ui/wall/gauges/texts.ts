import {textsOf} from '../../../domain/language'

export const texts = textsOf('wall.gauges', {
  look: 'Shape',
  looks: {arc: 'Arc', bar: 'Bar'},
  least: 'Lowest value of the scale',
  most: 'Highest value of the scale',
  endHint: 'Without one, the limits and the last hour give it.',
  order: 'The lowest value must be less than the highest. Until then the limits and the last hour give the scale.',
})
