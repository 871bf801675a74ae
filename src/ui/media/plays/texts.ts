import {textsOf} from '../../../domain/language'

/** The machine of the plays supplies the messages of failures. */
export const texts = textsOf('media.plays', {
  heading: 'Proof of play',
  loading: 'Loading what was played…',
  none: 'No plays were reported in this period.',
  cut: 'Too many plays to show; the oldest are left out.',
  save: 'Save as CSV',
  table: 'What was played',
  sum: (plays: string, duration: string, screens: string) =>
    `Plays: ${plays} · shown for ${duration} · screens: ${screens}`,
  asOf: (time: string) => `as of ${time}`,
  deleted: 'deleted video',
  columns: {
    device: 'Screen',
    video: 'Video',
    whole: 'Completed',
    brokenOff: 'Interrupted',
    seconds: 'Shown for',
    first: 'First',
    last: 'Last',
  },
})
