import {textsOf} from '../../../domain/language'

export const texts = textsOf('wall.panels', {
  label: 'Panels of the wall',
  none: 'This wall has no panels yet.',
  kinds: {
    tiles: 'Tiles',
    number: 'Number',
    chart: 'Chart',
    top: 'Table',
    alarms: 'Alarms',
    text: 'Text',
    clock: 'Clock',
    later: 'Panel of a later version',
  },
  mended: 'Panels were kept outside the wall or over each other. They stand elsewhere until the wall is saved.',
  surplus: (most: string, more: string) => `A wall shows ${most} panels. ${more} more are kept, but not shown.`,
  later: (kind: string) => `This is a panel of a later version (${kind}). It is kept as it is.`,
  gone: 'This device is not on the wall, or no longer exists.',
  unchosen: 'Nothing is chosen for this panel yet.',
  notOffered: 'This server has no small charts.',
  loading: 'Loading…',
  retry: 'Try again',
  spans: {'1h': 'last hour', '24h': 'last 24 hours', '7d': 'last 7 days'},
  top: {
    title: (end: 'highest' | 'lowest', key: string) => (end === 'highest' ? `Highest ${key}` : `Lowest ${key}`),
    caption: {
      '1h': 'Mean and maximum: averages of a minute, last hour',
      '24h': 'Mean and maximum: averages of 15 minutes, last 24 hours',
      '7d': 'Mean and maximum: averages of 2 hours, last 7 days',
    },
    device: 'Device',
    now: 'Now',
    mean: 'Mean',
    max: 'Max.',
    none: (key: string) => `No device on this wall has sent “${key}”.`,
  },
  alarms: {
    title: 'Needs attention',
    count: (count: string) => `${count} in all`,
    before: (count: string, age: string) => `${count}, ${age} ago`,
    none: 'Nothing needs attention.',
    unread: 'The alarms have not been read yet.',
    silence: 'no data',
  },
  chart: {
    label: (names: string) => `Chart of ${names}`,
  },
})
