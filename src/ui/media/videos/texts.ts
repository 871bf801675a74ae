import {textsOf} from '../../../domain/language'

/** The machine of the videos supplies the messages of failures. */
export const texts = textsOf('media.videos', {
  heading: 'Server Videos',
  loading: 'Loading the videos…',
  search: 'Search videos',
  none: 'There are no videos yet. Upload one.',
  notFound: 'No video has such a name.',
  count: (count: string, isOne: boolean) => `${count} ${isOne ? 'video' : 'videos'}`,
  used: (used: string) => `${used} used`,
  usedOf: (used: string, quota: string) => `${used} of ${quota} used`,
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
    playlists: (count: string, isOne: boolean) =>
      `It is in ${count} ${isOne ? 'playlist' : 'playlists'}, and leaves ${isOne ? 'it' : 'them'}.`,
    assignments: (count: string, isOne: boolean) => `It is assigned to ${count} ${isOne ? 'device' : 'devices'}.`,
    forever: 'The file is deleted permanently.',
  },
})
