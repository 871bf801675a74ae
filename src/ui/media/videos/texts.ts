import {counted} from '../../../domain/format/texts'
import {textsOf} from '../../../domain/language'
import type {Orientation} from '../../../domain/media/video'

/** The machine of the videos supplies the messages of failures. */
export const texts = textsOf('media.videos', {
  heading: 'Server Videos',
  loading: 'Loading the videos…',
  search: 'Search videos',
  list: 'List of videos',
  name: 'Name',
  order: 'Order of the videos',
  orders: {newest: 'Newest first', name: 'By name', size: 'Largest first', lists: 'In most lists first'},
  faulty: (screen: string, others: number) =>
    others === 0
      ? `Does not play on ${screen}`
      : `Does not play on ${screen} and ${counted(others)} other ${others === 1 ? 'screen' : 'screens'}`,
  undecoded: (screen: string, others: number, codec: string) =>
    others === 0
      ? `${screen} cannot play ${codec}`
      : `${screen} and ${counted(others)} ${others === 1 ? 'other' : 'others'} cannot play ${codec}`,
  inLists: (count: number) => (count === 0 ? 'in no list' : count === 1 ? 'in 1 list' : `in ${counted(count)} lists`),
  size: (width: number, height: number) => `${width} × ${height}`,
  saidSize: (width: number, height: number) => `${width} by ${height} pixels`,
  orientations: {landscape: 'landscape', portrait: 'portrait', square: 'square'} satisfies Record<Orientation, string>,
  sound: 'sound',
  noSound: 'no sound',
  unknown: {
    all: 'size, codec and sound not known',
    size: 'size not known',
    codec: 'codec not known',
    sound: 'sound not known',
  },
  fallbackOf: (groups: string) => `fallback of ${groups}`,
  allDevices: 'all devices',
  none: 'There are no videos yet. Upload one.',
  notFound: 'No video has such a name.',
  count: (count: string, isOne: boolean) => `${count} ${isOne ? 'video' : 'videos'}`,
  used: (used: string) => `${used} used`,
  usedOf: (used: string, quota: string) => `${used} of ${quota} used`,
  tick: (name: string) => `Tick ${name}`,
  tickAll: 'Tick all videos',
  ticked: (count: number) => `${counted(count)} ticked`,
  deleteTicked: (count: number) => (count === 1 ? 'Delete 1 video' : `Delete ${counted(count)} videos`),
  assign: 'Assign',
  assignOne: (name: string) => `Assign ${name}`,
  assigned: 'Assigned',
  assignedOne: (name: string) => `Assigned: ${name}`,
  delete: (name: string) => `Delete ${name}`,
  deletion: {
    heading: 'Delete this video?',
    confirm: 'Delete video',
    counting: 'Looking up where it is used…',
    unknown: 'It leaves every playlist and every device that it is assigned to.',
    unused: 'No playlist and no device uses it.',
    dark: (count: number) =>
      count === 1
        ? 'This device plays only this video, and goes dark:'
        : `These ${counted(count)} devices play only this video, and go dark:`,
    playlists: (count: number) =>
      count === 1
        ? 'It leaves the playlist of this device, which plays the rest:'
        : `It leaves the playlists of these ${counted(count)} devices, which play the rest:`,
    assignments: (count: number) => `It is assigned to ${counted(count)} ${count === 1 ? 'device' : 'devices'}.`,
    fallbacks: 'It leaves the fallback of:',
    lastFallbacks: 'It is the only fallback video of:',
    forever: 'The file is deleted permanently.',
    restorable: 'It can be restored for 24 hours, under “Deleted”, and counts as used meanwhile.',
  },
  deletions: {
    heading: (count: number) => `Delete ${counted(count)} videos?`,
    confirm: (count: number) => `Delete ${counted(count)} videos`,
    unknown: 'They leave every playlist and every device that they are assigned to.',
    unused: 'No playlist and no device uses them.',
    dark: (count: number) =>
      count === 1
        ? 'This device plays nothing else, and goes dark:'
        : `These ${counted(count)} devices play nothing else, and go dark:`,
    playlists: (count: number) =>
      count === 1
        ? 'They leave the playlist of this device, which plays the rest:'
        : `They leave the playlists of these ${counted(count)} devices, which play the rest:`,
    assignments: (count: number) => `They are assigned to ${counted(count)} ${count === 1 ? 'device' : 'devices'}.`,
    fallbacks: 'They leave the fallback of:',
    lastFallbacks: 'They are the only fallback videos of:',
    forever: 'The files are deleted permanently.',
    restorable: 'They can be restored for 24 hours, under “Deleted”, and count as used meanwhile.',
  },
  bin: {
    summary: (count: string, size: string) => `Deleted: ${count} · ${size} still used`,
    hint: 'Restoring a video puts it back into the lists that nobody has changed since.',
    list: 'Deleted videos',
    failed: 'The deleted videos could not be loaded.',
    until: (time: string) => `restorable until ${time}`,
    restore: 'Restore',
    restoreOne: (name: string) => `Restore ${name}`,
    purge: 'Delete for good',
    purgeOne: (name: string) => `Delete for good: ${name}`,
  },
})
