import {newChannel} from '../../src/domain/console/alarmRoutes/channels'
import {EMPTY_ESCALATION} from '../../src/domain/console/alarmRoutes/draft'
import type {Attribute} from '../../src/domain/console/attribute'
import type {Deliveries, Delivery} from '../../src/domain/console/delivery'
import {alarmRoutesMachine} from '../../src/machines/console/organisation/alarmRoutes'
import {deliveriesMachine} from '../../src/machines/console/organisation/deliveries'
import {notificationsMachine} from '../../src/machines/console/organisation/notifications'
import {type Entry, type Shown, type Step, shows, tell} from './entry'
import {type Answer, AWAY, answers, BROKEN, PENDING, refusal, UNKNOWN_SERVER} from './given'
import {
  CHANNELS_KEPT,
  CHOICES,
  DELIVERIES,
  DUTY,
  NO_ROUTES,
  ROUTES_CHANGED,
  ROUTES_KEPT,
  ROWS,
  TESTED,
  UNTRIED,
} from './notificationsWorld'
import type {Parts} from './parts'
import {SYS_ADMIN} from './world'

const entry = (
  name: string,
  seen: readonly Shown[],
  steps: readonly (Step | Shown)[] = [],
  given: (parts: Parts) => Partial<Parts> = () => ({}),
): Entry => ({
  name,
  at: '/sys_admin/organisation/o-harbour/notifications',
  steps,
  shows: seen,
  given: parts => ({
    session: parts.session.provide({actors: {loadCurrentUser: answers(SYS_ADMIN)}}),
    ...given(parts),
  }),
})

const routes = (...states: string[]) => shows(alarmRoutesMachine, ...states)
const listed = (...states: string[]) => shows(deliveriesMachine, ...states)
const loaded = listed('loaded.current')
const dialog = (state: string) => routes(`loaded.dialog.${state}`)
const shown = routes('loaded.list.current', 'loaded.dialog.closed')

const add = [...shown, ...tell(alarmRoutesMachine, {type: 'add.requested'})]
const edit = [...shown, ...tell(alarmRoutesMachine, {type: 'edit.requested', row: ROWS.operators})]
const save = [...edit, ...tell(alarmRoutesMachine, {type: 'save.requested'})]
const remove = [...shown, ...tell(alarmRoutesMachine, {type: 'deletion.requested', row: ROWS.operators})]
const confirmed = [...remove, ...tell(alarmRoutesMachine, {type: 'deletion.confirmed'})]

const readAgain = [...shown, ...tell(alarmRoutesMachine, {type: 'entries.changed'})]

const test = [...shown, ...tell(notificationsMachine, {type: 'test.requested', route: ROWS.operators.name})]

const testing =
  ({
    sendTest,
    readNewest = TESTED,
  }: {
    sendTest: Answer<readonly Delivery[]>
    readNewest?: Answer<readonly Delivery[]>
  }) =>
  ({notifications}: Parts) => ({
    notifications: notifications.provide({
      actors: {sendTest: answers(sendTest), readNewest: answers(readNewest)},
      ...(readNewest === PENDING && {delays: {pause: 0}}),
    }),
  })

const loading =
  (...given: readonly Answer<Attribute | null>[]) =>
  ({alarmRoutes}: Parts) => ({alarmRoutes: alarmRoutes.provide({actors: {load: answers(...given)}})})

/** The server has another version, which the client learns after the first answer. */
const refused =
  (...kept: readonly Answer<Attribute | null>[]) =>
  ({alarmRoutes}: Parts) => ({
    alarmRoutes: alarmRoutes.provide({
      actors: {save: answers(refusal(409)), remove: answers(refusal(409)), load: answers(ROUTES_KEPT, ...kept)},
    }),
  })

const delivering =
  (...given: readonly Answer<Deliveries>[]) =>
  ({deliveries}: Parts) => ({deliveries: deliveries.provide({actors: {load: answers(...given)}})})

/** The notifications of an organisation's alarms, and their results. */
export const notifications: readonly Entry[] = [
  entry('no-rota', loaded, [], ({notifications}) => ({
    notifications: notifications.provide({actors: {loadChoices: answers({...CHOICES, rotas: []})}}),
  })),
  entry('routes', [...shown, ...loaded, ...shows(notificationsMachine, 'idle')]),
  entry('routes-none', [...shown, ...loaded], [], parts => ({
    ...loading(NO_ROUTES)(parts),
    ...delivering({deliveries: [], next: null})(parts),
  })),
  entry('routes-loading', routes('loading'), [], loading()),
  entry('routes-failed', routes('failed'), [], loading(BROKEN)),
  entry('routes-refreshing', routes('loaded.list.refreshing'), readAgain, loading(ROUTES_KEPT, PENDING)),
  entry('routes-missed', routes('loaded.list.missed'), readAgain, loading(ROUTES_KEPT, AWAY)),
  entry('adding', dialog('form.typing'), add),
  entry('editing', dialog('form.typing'), [
    ...shown,
    ...tell(alarmRoutesMachine, {type: 'edit.requested', row: ROWS.night}),
  ]),
  entry('routes-channels', [...shown, ...loaded], [], loading(CHANNELS_KEPT)),
  entry(
    'channels',
    dialog('form.typing'),
    [...shown, ...tell(alarmRoutesMachine, {type: 'edit.requested', row: DUTY})],
    loading(CHANNELS_KEPT),
  ),
  entry('channels-wrong', dialog('form.typing'), [
    ...add,
    ...tell(
      alarmRoutesMachine,
      {type: 'draft.changed', change: {name: 'Duty', channels: [newChannel('telegram'), newChannel('http')]}},
      {type: 'save.requested'},
    ),
  ]),
  entry('wrong', dialog('form.typing'), [
    ...add,
    ...tell(
      alarmRoutesMachine,
      {
        type: 'draft.changed',
        change: {emails: 'noc', url: 'hooks', isAlways: false, repeat: '0', escalations: [EMPTY_ESCALATION]},
      },
      {type: 'save.requested'},
    ),
  ]),
  entry('saving', dialog('form.sending'), save),
  entry('comparing', dialog('form.comparing'), save, refused(PENDING)),
  entry('conflict', dialog('form.choosing'), save, refused(ROUTES_CHANGED)),
  entry('conflict-removed', dialog('form.choosing'), save, refused({...NO_ROUTES, version: 3})),
  entry('deleting', dialog('deleting.asking'), remove),
  entry('deletion-sending', dialog('deleting.sending'), confirmed),
  entry('deletion-comparing', dialog('deleting.comparing'), confirmed, refused(PENDING)),
  entry('testing', shows(notificationsMachine, 'testing.sending'), test, testing({sendTest: PENDING})),
  entry('testing-waiting', shows(notificationsMachine, 'testing.waiting'), test, testing({sendTest: UNTRIED})),
  entry(
    'testing-reading',
    shows(notificationsMachine, 'testing.reading'),
    test,
    testing({sendTest: UNTRIED, readNewest: PENDING}),
  ),
  entry('tested', shows(notificationsMachine, 'idle'), test),
  entry('test-failed', shows(notificationsMachine, 'idle'), test, testing({sendTest: AWAY})),
  entry(
    'deliveries-awaiting-server',
    listed('awaitingServer'),
    [...listed('failed'), ...tell(deliveriesMachine, ...UNKNOWN_SERVER)],
    delivering(BROKEN),
  ),
  entry('deliveries-loading', listed('loading'), [], delivering(PENDING)),
  entry('deliveries-failed', listed('failed'), [], delivering(BROKEN)),
  entry(
    'deliveries-refreshing',
    listed('loaded.refreshing'),
    [...loaded, ...tell(deliveriesMachine, {type: 'refresh.requested'})],
    delivering({deliveries: DELIVERIES, next: null}, PENDING),
  ),
  entry(
    'deliveries-fetching-more',
    listed('loaded.refreshing'),
    [],
    delivering({deliveries: DELIVERIES, next: 'n1'}, PENDING),
  ),
  entry(
    'deliveries-missed',
    listed('loaded.missed'),
    [...loaded, ...tell(deliveriesMachine, {type: 'refresh.requested'})],
    delivering({deliveries: DELIVERIES, next: null}, AWAY),
  ),
]
