import {EMPTY_THRESHOLD, typedThreshold} from '../../src/domain/console/thresholds/draft'
import type {ThresholdLevels} from '../../src/domain/console/thresholds/levels'
import {thresholdPreviewMachine} from '../../src/machines/console/thresholdPreview'
import {thresholdsMachine} from '../../src/machines/console/thresholds'
import {type Entry, type Shown, type Step, shows, tell} from './entry'
import {type Answer, AWAY, answers, BROKEN, PENDING, refusal} from './given'
import type {Parts} from './parts'
import {
  CHANGED_LEVELS,
  CROSSED_SUGGESTION,
  DISAGREEMENT,
  LEVELS,
  TEMPERATURE,
  USUAL_SUGGESTION,
} from './thresholdsWorld'
import {SYS_ADMIN} from './world'

const add = tell(thresholdsMachine, {type: 'add.requested'})
const edit = tell(thresholdsMachine, {type: 'edit.requested', row: TEMPERATURE})
const typed = (key: string) => tell(thresholdsMachine, {type: 'draft.changed', change: {key, warningAbove: '70'}})
/** The events from the form to the preview. */
const followed = tell(
  thresholdPreviewMachine,
  {type: 'key.typed', key: 'pressure'},
  {type: 'threshold.typed', threshold: typedThreshold({...EMPTY_THRESHOLD, key: 'pressure', warningAbove: '70'})},
)
const save = [...edit, ...tell(thresholdsMachine, {type: 'save.requested'})]
const remove = tell(thresholdsMachine, {type: 'deletion.requested', row: TEMPERATURE})
const confirmed = [...remove, ...tell(thresholdsMachine, {type: 'deletion.confirmed'})]

/** The server has another version, which the client learns after the first answer. */
const refused =
  (...levels: readonly Answer<ThresholdLevels | null>[]) =>
  ({thresholds}: Parts) => ({
    thresholds: thresholds.provide({
      actors: {save: answers(refusal(409)), remove: answers(refusal(409)), load: answers(LEVELS, ...levels)},
    }),
  })

const readAgain = tell(thresholdsMachine, {type: 'entries.changed'})
const reading =
  (...levels: readonly Answer<ThresholdLevels | null>[]) =>
  ({thresholds}: Parts) => ({thresholds: thresholds.provide({actors: {load: answers(LEVELS, ...levels)}})})

const previewing = (actors: Parameters<Parts['thresholdPreview']['provide']>[0]['actors']) => (parts: Parts) => ({
  thresholdPreview: parts.thresholdPreview.provide({actors: actors ?? {}}),
})

const entry = (
  name: string,
  seen: readonly Shown[],
  steps: readonly Step[] = [],
  given: (parts: Parts) => Partial<Parts> = () => ({}),
): Entry => ({
  name,
  at: '/sys_admin/device/d-boiler',
  steps,
  shows: seen,
  given: parts => ({
    session: parts.session.provide({actors: {loadCurrentUser: answers(SYS_ADMIN)}}),
    ...given(parts),
  }),
})

const listed = (state: string) => shows(thresholdsMachine, state)
const dialog = (state: string) => listed(`loaded.dialog.${state}`)
const previewed = (...states: string[]) => shows(thresholdPreviewMachine, ...states)

/** The thresholds of a device, and their form. */
export const thresholds: readonly Entry[] = [
  entry('listed', [...listed('loaded.list.current'), ...dialog('closed')]),
  entry('loading', listed('loading'), [], ({thresholds}) => ({
    thresholds: thresholds.provide({actors: {load: answers()}}),
  })),
  entry('failed', listed('failed'), [], ({thresholds}) => ({
    thresholds: thresholds.provide({actors: {load: answers(BROKEN)}}),
  })),
  entry('refreshing', listed('loaded.list.refreshing'), readAgain, reading(PENDING)),
  entry('missed', listed('loaded.list.missed'), readAgain, reading(AWAY)),
  entry(
    'adding',
    [...dialog('form.typing'), ...previewed('day.none', 'trial.none', 'suggestion.none', 'devices.known')],
    add,
  ),
  entry('editing', [...dialog('form.typing'), ...previewed('day.shown', 'trial.shown', 'suggestion.shown')], edit),
  entry('off', dialog('form.typing'), [
    ...tell(thresholdsMachine, {type: 'edit.requested', row: {...TEMPERATURE, key: 'pressure', isOwn: false}}),
    ...tell(thresholdsMachine, {type: 'draft.changed', change: {isOff: true}}),
  ]),
  entry('wrong', dialog('form.typing'), [
    ...edit,
    ...tell(
      thresholdsMachine,
      {type: 'draft.changed', change: {warningBelow: '80', clear: '-1', delayOn: 'soon'}},
      {type: 'save.requested'},
    ),
  ]),
  entry('typing', previewed('day.waiting', 'trial.waiting', 'suggestion.waiting'), [
    ...add,
    ...typed('pressure'),
    ...followed,
  ]),
  entry(
    'preview-loading',
    previewed('day.loading', 'trial.running', 'suggestion.loading'),
    edit,
    previewing({loadDay: answers(), tryThreshold: answers(), suggestLimits: answers()}),
  ),
  entry(
    'preview-failed',
    previewed('day.failed', 'trial.failed', 'suggestion.failed'),
    edit,
    previewing({loadDay: answers(AWAY), tryThreshold: answers(AWAY), suggestLimits: answers(AWAY)}),
  ),
  entry(
    'preview-not-offered',
    previewed('trial.notOffered', 'suggestion.tooLittle'),
    edit,
    previewing({tryThreshold: answers(null), suggestLimits: answers(null)}),
  ),
  entry(
    'suggested-from-usual',
    previewed('suggestion.shown'),
    edit,
    previewing({suggestLimits: answers(USUAL_SUGGESTION)}),
  ),
  entry(
    'suggested-devices-finding',
    previewed('suggestion.finding', 'trial.finding'),
    edit,
    previewing({findDevicesOfKey: answers()}),
  ),
  entry(
    'suggestion-crossed',
    previewed('suggestion.shown'),
    edit,
    previewing({suggestLimits: answers(CROSSED_SUGGESTION)}),
  ),
  {
    ...entry(
      'organisation-disagreeing',
      previewed('suggestion.shown'),
      edit,
      previewing({
        findDevicesOfKey: answers({
          looked: [
            {id: 'd-boiler', name: 'Boiler'},
            {id: 'd-air', name: 'Air'},
          ],
          total: 1000,
        }),
        suggestLimits: answers(DISAGREEMENT),
      }),
    ),
    at: '/sys_admin/organisation/o-harbour/thresholds',
  },
  entry('preview-devices-loading', previewed('devices.loading'), edit, previewing({loadDevices: answers()})),
  entry('preview-devices-failed', previewed('devices.failed'), edit, previewing({loadDevices: answers(AWAY)})),
  entry('sending', dialog('form.sending'), save),
  entry('comparing', dialog('form.comparing'), save, refused(PENDING)),
  entry('conflict', dialog('form.choosing'), save, refused(CHANGED_LEVELS)),
  entry('removing', dialog('deleting.asking'), remove),
  entry('removing-sending', dialog('deleting.sending'), confirmed),
  entry('removing-comparing', dialog('deleting.comparing'), confirmed, refused(PENDING)),
]
