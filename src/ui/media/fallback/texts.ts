import {counted} from '../../../domain/format/texts'
import {textsOf} from '../../../domain/language'

export const texts = textsOf('media.fallback', {
  button: (videos: number) => (videos === 0 ? 'Fallback' : `Fallback: ${counted(videos)}`),
  buttonOf: (button: string, group: string) => `${button} (${group})`,
  of: (owner: string) => `Fallback of ${owner}`,
  ofAll: 'Fallback of all devices',
  lead: 'A screen plays these videos, one after the other, while its playlist leaves nothing to show.',
  emptyGroup: 'No video yet. The devices of this group play the fallback of all devices, or show nothing.',
  emptyAll: 'No video yet. Screens without a fallback show nothing.',
  list: 'Fallback videos',
  remove: (name: string) => `Remove ${name} from the fallback`,
  played: (devices: number) =>
    devices === 0
      ? 'No device plays it.'
      : `${counted(devices)} ${devices === 1 ? 'device plays it' : 'devices play it'} when there is nothing else:`,
  more: (devices: number) => `and ${counted(devices)} more`,
  now: 'on screen now',
  others: (devices: number) =>
    devices === 1
      ? '1 device of the group plays the fallback of another group, whose name comes first.'
      : `${counted(devices)} devices of the group play the fallbacks of other groups, whose names come first.`,
  ownGroups: (devices: number) =>
    devices === 1
      ? '1 device plays the fallback of its group.'
      : `${counted(devices)} devices play the fallbacks of their groups.`,
  add: 'Add from “Server Videos”',
  addOne: (name: string) => `Add ${name} to the fallback`,
  search: 'Search videos',
  notFound: 'No other video has such a name.',
})
