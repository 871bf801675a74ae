import {textsOf} from '../../../domain/language'
import type {Fault} from '../../../domain/player/fault'

/** The machine of the preview supplies the messages of failures. */
export const texts = textsOf('media.preview', {
  heading: 'Preview',
  none: 'Choose a video to see it here.',
  loading: 'Opening the video…',
  sizes: 'Size of the preview',
  size: (width: number, height: number) => `${width} × ${height}`,
  video: (name: string) => `Preview of ${name}`,
  unplayable: 'This browser can’t play the video. A screen may be able to.',
  play: 'Play the playlist',
  stop: 'Stop',
  opening: 'Opening the playlist…',
  passedOver: 'Videos that are passed over',
  dark: {
    nothingToPlay: () => 'Nothing is in the playlist.',
    outOfHours: (zone: string) => `None of the videos is to be played at this hour in ${zone}.`,
    allFaulty: () => 'None of the videos can be played here. They are tried again.',
  },
  faults: {
    mismatch: 'is damaged.',
    gone: 'is not on the server any more.',
    full: 'has no room here.',
    unreachable: 'could not be fetched. It is tried again.',
    unplayable: 'can’t be played by this browser.',
    stopped: 'stopped before its end.',
    slow: 'was not ready in time. It is tried again.',
  } satisfies Record<Fault, string>,
})
