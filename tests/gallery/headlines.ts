import type {LoadedHeadlines} from '../../src/domain/console/headlines'
import {headlinesMachine} from '../../src/machines/console/headlines'
import {type Entry, type Shown, type Step, shows, tell} from './entry'
import {type Answer, AWAY, answers, BROKEN, PENDING, refusal} from './given'
import {CHANGED, HEADLINES, loadedWith, OF_PUMPS} from './headlinesWorld'
import type {Parts} from './parts'
import {SYS_ADMIN} from './world'

const add = tell(headlinesMachine, {type: 'add.requested'})
const edit = tell(headlinesMachine, {type: 'edit.requested', row: OF_PUMPS})
const save = [...edit, ...tell(headlinesMachine, {type: 'save.requested'})]
const remove = tell(headlinesMachine, {type: 'deletion.requested', row: OF_PUMPS})
const confirmed = [...remove, ...tell(headlinesMachine, {type: 'deletion.confirmed'})]
const readAgain = tell(headlinesMachine, {type: 'entries.changed'})

const loading =
  (...loaded: readonly Answer<LoadedHeadlines | null>[]) =>
  ({headlines}: Parts) => ({headlines: headlines.provide({actors: {load: answers(...loaded)}})})

/** The server has another version, which the client learns after the first answer. */
const refused =
  (...loaded: readonly Answer<LoadedHeadlines | null>[]) =>
  ({headlines}: Parts) => ({
    headlines: headlines.provide({
      actors: {save: answers(refusal(409)), remove: answers(refusal(409)), load: answers(HEADLINES, ...loaded)},
    }),
  })

const entry = (
  name: string,
  seen: readonly Shown[],
  steps: readonly Step[] = [],
  given: (parts: Parts) => Partial<Parts> = () => ({}),
): Entry => ({
  name,
  at: '/sys_admin/organisation/o-harbour/units',
  steps,
  shows: seen,
  given: parts => ({
    session: parts.session.provide({actors: {loadCurrentUser: answers(SYS_ADMIN)}}),
    ...given(parts),
  }),
})

const listed = (state: string) => shows(headlinesMachine, state)
const dialog = (state: string) => listed(`loaded.dialog.${state}`)

/** The headline keys of an organisation, and their form. */
export const headlines: readonly Entry[] = [
  entry('listed', [...listed('loaded.list.current'), ...dialog('closed')]),
  entry('none', listed('loaded.list.current'), [], loading(loadedWith([]))),
  entry('loading', listed('loading'), [], loading()),
  entry('failed', listed('failed'), [], loading(BROKEN)),
  entry('refreshing', listed('loaded.list.refreshing'), readAgain, loading(HEADLINES, PENDING)),
  entry('missed', listed('loaded.list.missed'), readAgain, loading(HEADLINES, AWAY)),
  entry('adding', dialog('form.typing'), add),
  entry('wrong', dialog('form.typing'), [
    ...add,
    ...tell(headlinesMachine, {type: 'draft.changed', change: {by: 'label'}}, {type: 'save.requested'}),
  ]),
  entry('sending', dialog('form.sending'), save),
  entry('comparing', dialog('form.comparing'), save, refused(PENDING)),
  entry('conflict', dialog('form.choosing'), save, refused(CHANGED)),
  entry('removing', dialog('deleting.asking'), remove),
  entry('removing-sending', dialog('deleting.sending'), confirmed),
  entry('removing-comparing', dialog('deleting.comparing'), confirmed, refused(PENDING)),
]
