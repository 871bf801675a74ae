import {textsOf} from '../../../domain/language'

export const texts = textsOf('wall.gauges', {
  label: 'Indicators',
  of: 'Shows',
  ofs: {key: 'One key across devices', series: 'Devices and keys'},
  learning: 'still learning',
  none: (key: string) => `No device on this wall has sent “${key}”.`,
  look: 'Shape',
  looks: {arc: 'Arc', bar: 'Bar'},
  least: 'Lowest value of the scale',
  most: 'Highest value of the scale',
  endHint: 'Without one, the limits and the last hour give it.',
  order: 'The lowest value must be less than the highest. Until then the limits and the last hour give the scale.',
})
