import {textsOf} from '../../../domain/language'

/** The machine of the plays supplies the messages of failures. */
export const texts = textsOf('media.plays', {
  heading: 'Proof of play',
  loading: 'Loading what was played…',
  none: 'No screen says that it has played anything in this time.',
  cut: 'Some screens have played more than this server tells at once. Their oldest plays are missing.',
  save: 'Save as CSV',
  table: 'What was played',
  sum: (plays: string, duration: string, screens: string) =>
    `Plays: ${plays} · shown for ${duration} · screens: ${screens}`,
  asOf: (time: string) => `as of ${time}`,
  deleted: 'deleted video',
  columns: {
    device: 'Screen',
    video: 'Video',
    whole: 'Played',
    brokenOff: 'Broken off',
    seconds: 'Shown for',
    first: 'First',
    last: 'Last',
  },
})
