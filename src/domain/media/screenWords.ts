import type {Darkness, KnownState, ScreenState} from '../../../contract/rules/media/screenState'
import type {EpochMs} from '../../../contract/wire/common'
import {ageOf} from '../format/age'
import type {Formats} from '../format/formats'
import {counted} from '../format/texts'
import {textsOf} from '../language'

const texts = textsOf('media.screen', {
  playing: (video: string) => `Playing ${video}`,
  partly: (videos: string) => `Not playing all: ${videos}`,
  reasons: (video: string, reason: string) => `${video} (${reason})`,
  old: (changes: number) => `Playing an old list, ${changes === 1 ? '1 change' : `${counted(changes)} changes`} behind`,
  fetched: (ready: number, files: number) => `${counted(ready)} of ${counted(files)} videos fetched`,
  saved: 'Saved. Waiting for the screen to download it.',
  dark: (why: string) => `Dark: ${why}`,
  fallback: (why: string) => `Fallback video: ${why}`,
  why: {
    nothingAssigned: 'nothing is assigned',
    outsideHours: 'nothing is planned for this hour',
    allBroken: 'none of its videos can be played',
    fetching: 'its first videos are being fetched',
    unsaid: 'it does not say why',
    switchedOff: 'it is switched off outside its opening hours',
  } satisfies Record<Darkness, string>,
  mute: 'Does not say what it shows',
  silent: 'What it shows is not known',
  last: (video: string) => `Last seen: ${video}`,
  new: 'No screen is paired yet',
  unknown: 'Not known yet',
  asOf: (time: string, words: string) => `As of ${time}: ${words}`,
})

export interface Wording {
  now: EpochMs
  /** Gives the name of a video. */
  nameOf: (videoId: string) => string
  formats: Formats
}

/** What the public sees on a screen, in a few words, and for how long; null where that is not said. */
export interface ScreenLine {
  words: string
  age: string | null
}

export function screenLine(state: ScreenState, wording: Wording): ScreenLine {
  if (state.kind !== 'unknown') return {words: knownWords(state, wording), age: ageIn(state, wording)}
  const {asOf, was} = state
  if (was === null || asOf === null) return {words: texts.unknown, age: null}
  return {words: texts.asOf(wording.formats.time(asOf, 'minute'), knownWords(was, wording)), age: null}
}

export function screenWords(state: ScreenState, wording: Wording): string {
  const {words, age} = screenLine(state, wording)
  return age === null ? words : `${words} · ${age}`
}

/** The same with what else is known: reasons, and how far the screen has got with its list. */
export function screenDetails(state: ScreenState, wording: Wording): readonly string[] {
  const words = screenWords(state, wording)
  if (state.kind === 'partly') return [texts.partly(namesOf(reasonsOf(state.missing, wording)))]
  if (state.kind !== 'old') return [words]
  return [words, state.fetched === null ? texts.saved : texts.fetched(state.fetched.ready, state.fetched.files)]
}

function knownWords(state: KnownState, {nameOf}: Wording): string {
  switch (state.kind) {
    case 'playing':
      return texts.playing(nameOf(state.item))
    case 'partly':
      return texts.partly(namesOf(Object.keys(state.missing).map(nameOf)))
    case 'old':
      return texts.old(state.behind)
    case 'dark':
      return texts[state.fallback === null ? 'dark' : 'fallback'](texts.why[state.why])
    case 'silent':
      return state.last === null ? texts.silent : texts.last(nameOf(state.last))
    case 'mute':
    case 'new':
      return texts[state.kind]
  }
}

/** How long a video has been on the screen helps nobody, and how long a screen is silent stands at its heartbeat. */
function ageIn(state: KnownState, {now}: Wording): string | null {
  const since = state.kind === 'dark' || state.kind === 'old' ? state.since : null
  return since === null ? null : ageOf(since, now)
}

const reasonsOf = (missing: Readonly<Record<string, string>>, {nameOf}: Wording): readonly string[] =>
  Object.entries(missing).map(([id, reason]) => texts.reasons(nameOf(id), reason))

const namesOf = (names: readonly string[]): string => names.join(', ')
