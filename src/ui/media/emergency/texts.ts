import {counted} from '../../../domain/format/texts'
import {textsOf} from '../../../domain/language'

const screens = (count: number) => (count === 1 ? '1 screen' : `${counted(count)} screens`)

export const texts = textsOf('media.emergency', {
  title: 'Emergency',
  hint: 'The video is shown at once, and over and over, in place of everything else.',
  video: 'Video',
  choose: 'Choose a video',
  choices: 'Those kept on all screens, and the one chosen in “Server Videos”',
  ready: (name: string) => `${name} (on all screens already)`,
  unprepared:
    'The screens have to fetch this video first. Keep it on all screens, so that it is there when it is needed.',
  target: 'Where',
  everywhere: 'On all screens',
  why: 'Why',
  lasts: 'At most',
  hours: (count: number) => (count === 1 ? '1 hour' : `${counted(count)} hours`),
  drill: 'Drill: nothing is shown, the screens only say that they could',
  raise: (count: number) => `Show on ${screens(count)} now`,
  rehearse: (count: number) => `Begin the drill with ${screens(count)}`,
  prepared: 'Kept on all screens',
  prepare: 'Keep on all screens',
  release: 'Remove',
  releaseOne: (name: string) => `Keep ${name} on the screens no longer`,
  unknownVideo: 'Unknown video',
  unknownGroup: 'a group that is gone',
  failed: 'The emergencies could not be loaded.',
  running: 'Emergencies',
  heading: (video: string, group: string | null) =>
    group === null ? `Emergency on all screens: ${video}` : `Emergency in ${group}: ${video}`,
  drillHeading: (video: string, group: string | null) =>
    group === null ? `Drill on all screens: ${video}` : `Drill in ${group}: ${video}`,
  because: (why: string, by: string) => `${why} (${by})`,
  times: (since: string, until: string) => `since ${since}, until ${until}`,
  shown: (reached: number, total: number) => `Shown on ${counted(reached)} of ${screens(total)}`,
  couldShow: (reached: number, total: number) => `${counted(reached)} of ${screens(total)} could show it`,
  silent: (count: number, since: string | null) =>
    since === null ? `${counted(count)} not reached` : `${counted(count)} not reached, since ${since}`,
  missing: (count: number) => `${counted(count)} without the video yet`,
  lift: 'Lift',
  endDrill: 'End the drill',
  liftOne: (video: string) => `Lift: ${video}`,
  endDrillOf: (video: string) => `End the drill: ${video}`,
})
