import {textsOf} from '../../../domain/language'
import type {Withheld} from '../../../domain/wall/facts/facts'
import type {AvailabilitySpan} from '../../../domain/wall/facts/kinds'

export const texts = textsOf('wall.facts', {
  titles: {
    unusual: 'Most unusual now',
    late: 'Late devices',
    availability: 'Availability',
    screens: 'Media screens',
    changes: 'Last changes',
  },
  asOf: (time: string) => `As of ${time}`,
  cut: (time: string) => `The link is down. As of ${time}`,
  none: '–',
  device: 'Device',
  withheld: {
    notOffered: 'This server does not offer this.',
    refused: 'You don’t have access to this.',
    past: 'This is known of the present only.',
  } satisfies Record<Withheld, string>,
  unusual: {
    now: 'Now',
    usually: 'Usually',
    since: 'Since',
    between: (low: string, high: string) => `${low}–${high}`,
    rate: (value: string) => `${value}/s`,
    count: (count: string) => `${count} unusual`,
    all: 'All as usual.',
    known: (evaluated: string, of: string, learning: string) =>
      `Nothing unusual in ${evaluated} of ${of} series; ${learning} still learning.`,
    nothing: 'There are no numbers to judge.',
    notSaid: 'Nothing is unusual.',
    learning: (series: string, of: string) => `Still learning what is usual: ${series} of ${of}.`,
    unevaluated: (count: string) => `${count} late, skipped.`,
    cut: 'The link is down. Nobody knows what is unusual now.',
  },
  late: {
    seen: 'Last value',
    ago: (age: string) => `${age} ago`,
    count: (count: string, of: string) => `${count} of ${of} are late`,
    all: (of: string) => `None of ${of} is late.`,
    cut: 'The link is down. Nobody knows which devices are late.',
  },
  availability: {
    share: 'Available',
    goal: 'Goal',
    left: 'Error budget left',
    overdrawn: (time: string) => `−${time}`,
    spans: {'24h': 'last 24 hours', '7d': 'last 7 days', '30d': 'last 30 days'} satisfies Record<
      AvailabilitySpan,
      string
    >,
    total: (share: string, devices: string, span: string) => `${share} of ${devices} devices, ${span}`,
    percent: (value: string) => `${value} %`,
    unknown: 'not known',
    nothing: 'There are no devices.',
  },
  screens: {
    state: 'State',
    shows: 'What it shows',
    online: 'online',
    offline: (age: string) => `offline, ${age}`,
    never: 'never seen',
    wrongClock: 'offline, its clock is wrong',
    unknown: 'not known',
    counts: (online: string, offline: string, unknown: string) =>
      `${online} online, ${offline} offline, ${unknown} not known`,
    nothing: 'None of these devices is a screen: none has a player or a playlist.',
  },
  comparison: {
    title: 'Today against yesterday',
    titleOf: (key: string) => `${key}: today against yesterday`,
    today: 'Today',
    yesterday: 'Yesterday',
    difference: 'Difference',
    max: (mean: string, max: string) => `${mean} · ${max}`,
    caption: (until: string) => `Mean · maximum, until ${until} on both days.`,
    nothing: (key: string) => `No device on this wall has sent “${key}”.`,
  },
  changes: {
    what: 'What',
    who: 'Who',
    when: 'When',
    ago: (age: string) => `${age} ago`,
    nobody: 'unknown',
    nothing: 'Nothing has been changed yet.',
  },
})
