import {type ActorRefFrom, assign, enqueueActions, setup, stopChild} from 'xstate'
import {type KnownLink, PROBING} from '../../domain/link'
import {mayPlan} from '../../domain/media/plans'
import type {CurrentUser} from '../../domain/user'
import {type LinkChanged, linkChanges} from '../connectivity'
import type {ListOwner} from '../listAttribute'
import {type HoursRef, openingHoursListMachine} from './lists'

interface OpeningHoursInput {
  user: CurrentUser
}

interface OpeningHoursContext extends OpeningHoursInput, KnownLink {
  /** Whose hours are edited, and then whose hours count where it has none, the nearest first. */
  owners: readonly ListOwner[]
  lists: ReadonlyMap<string, HoursRef>
}

/** Changes when screens are to be on. Nobody does on a server that watches no hours, or without the right. */
export const openingHoursMachine = setup({
  types: {} as {
    context: OpeningHoursContext
    events: LinkChanged | {type: 'owner.chosen'; owners: readonly ListOwner[]}
    input: OpeningHoursInput
  },
  actors: {linkChanges, list: openingHoursListMachine},
  actions: {
    /** Owners that were there before keep their lists. */
    turnTo: enqueueActions(({context: {lists}, enqueue}, {owners}: {owners: readonly ListOwner[]}) => {
      for (const id of lists.keys()) if (!owners.some(owner => owner.id === id)) enqueue(stopChild(id))
      enqueue.assign(({spawn}) => ({
        owners,
        lists: new Map(
          owners.map(owner => [owner.id, lists.get(owner.id) ?? spawn('list', {id: owner.id, input: {owner}})]),
        ),
      }))
    }),
  },
  guards: {
    isOffered: ({context: {user, offer}}) => mayPlan(user, offer),
  },
}).createMachine({
  id: 'openingHours',
  context: ({input}) => ({...input, owners: [], lists: new Map(), link: PROBING, offer: null}),
  invoke: {src: 'linkChanges', onError: {}},
  on: {'link.changed': {actions: assign(({event: {link, offer}}) => ({link, offer}))}},
  initial: 'unknown',
  states: {
    unknown: {always: {guard: 'isOffered', target: 'watching'}},
    watching: {
      entry: {
        type: 'turnTo',
        params: ({context: {user}}) => {
          const id = user.organisationId ?? ''
          return {owners: [{kind: 'organisation', id, organisationId: id}]}
        },
      },
      on: {'owner.chosen': {actions: {type: 'turnTo', params: ({event}) => event}}},
    },
  },
})

export type OpeningHoursRef = ActorRefFrom<typeof openingHoursMachine>
