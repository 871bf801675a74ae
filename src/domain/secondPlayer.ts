import type {EpochMs} from '../../contract/wire/common'
import type {Formats} from './format/formats'
import {textsOf} from './language'

const texts = textsOf('secondPlayer', {
  mark: '2 players',
  refused: (time: string) =>
    `A second player tried to report for this screen at ${time}; only the one that was paired last counts. Close the page on the other screen, or pair that one as a new screen.`,
})

/** A few words for a row. */
export const secondPlayerMark = (): string => texts.mark

/** What has happened, and what to do. */
export const secondPlayerText = (refusedAt: EpochMs, formats: Formats): string =>
  texts.refused(formats.time(refusedAt, 'minute'))
