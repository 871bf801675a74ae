import {textsOf} from '../../domain/language'
import type {Rate, SliderSpan} from '../../domain/moment'

/** The texts of the replay. */
export const texts = textsOf('replay', {
  open: 'Replay the past',
  mark: 'Replay',
  tab: 'Replay: ',
  label: 'Replay of the past',
  play: 'Play',
  pause: 'Pause',
  previousAlarm: 'Previous alarm',
  nextAlarm: 'Next alarm',
  rates: 'Speed',
  rate: (rate: Rate) => `${rate}×`,
  slider: 'Moment',
  span: 'The slider spans',
  spans: {day: 'A day', week: 'A week'} satisfies Record<SliderSpan, string>,
  choose: 'Choose a moment',
  moment: 'Moment',
  note: 'Devices, names, units, thresholds and walls are those of today. A device that is “never” here had sent nothing by then, or did not exist yet.',
  copy: 'Copy this moment',
  copied: 'Copied',
  copyFailed: 'Could not be copied',
  live: 'Back to live',
  raised: (count: string, isOne: boolean) => `${count} ${isOne ? 'alarm was' : 'alarms were'} raised.`,
  places: {
    paused: 'paused',
    playing: 'playing',
    waiting: 'waiting for what comes next',
    missed: 'What comes next could not be loaded.',
    ended: 'has come to the present',
  },
  retry: 'Try again',
  beforeAll: (time: string) => `Nothing is stored from then. The oldest value is of ${time}.`,
  nothingStored: 'No value of any device is stored.',
  asking: 'Looking for the server…',
  unreadable: {
    heading: 'This link names no moment',
    hint: 'The time in the address can’t be read. It has to look like 2026-11-22T10:03:07Z.',
  },
  ahead: {heading: 'This moment is in the future', hint: 'Only the past can be replayed.'},
  notOffered: {heading: 'There is no replay here', hint: 'The server or this screen can’t show the past.'},
})
