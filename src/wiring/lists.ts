import {map} from 'rxjs'
import {fromEventObservable} from 'xstate'
import {LIVE_UPDATE_PERIOD} from '../../contract/limits'
import {NO_LIST, type StoredList} from '../../contract/rules/lists/storedList'
import {isPulsewall} from '../../contract/rules/offer'
import type {AttributeScope} from '../../contract/wire/entities/attribute'
import type {Http} from '../api/http'
import {loadList, saveList} from '../api/lists'
import {isRefusedWith} from '../domain/failure'
import type {ListRules} from '../domain/listRules'
import type {ListLogic, ListOwner} from '../machines/listAttribute'
import {listChanges} from '../streams/media/listChanges'
import {pollTicks, visibility} from '../streams/ticks'
import {ask} from './ask'
import type {Connections} from './connections'

interface ListParts<Item, Intent> {
  machine: ListLogic<Item, Intent>
  rules: ListRules<Item, Intent>
}

/** Joins a list to the attribute that keeps it. */
export function createListLogic<Item, Intent>(
  {http, feed, links, toasts}: Connections,
  {machine, rules}: ListParts<Item, Intent>,
): ListLogic<Item, Intent> {
  /** The scope in which the attribute of each owner was found. */
  const scopes = new Map<string, AttributeScope>()
  return machine.provide({
    actors: {
      readList: ask(http, async (_, {owner}, options) => {
        const {list, scope} = await loadList(http, {owner, rules}, options)
        scopes.set(owner.id, scope)
        return list
      }),
      writeList: ask(http, (_, {owner, list}, options) =>
        saveList(http, {owner, rules, list, scope: scopes.get(owner.id) ?? rules.scope}, options),
      ),
      changes: fromEventObservable(({input: {owner}}) =>
        listChanges({
          ownerId: owner.id,
          key: rules.key,
          attributes: feed.attributes,
          read: ({value, version}) => (value === undefined ? NO_LIST : rules.read(value, version)),
          isPushed: links.pipe(map(({link, offer}) => isPushed(owner) && link.kind === 'live' && isPulsewall(offer))),
          polls: pollTicks(LIVE_UPDATE_PERIOD, visibility(document)),
        }),
      ),
    },
    actions: {showOutcome: (_, {text}) => toasts.send({type: 'outcome.reported', kind: 'failed', text})},
  })
}

/** Only attributes of devices are pushed. */
const isPushed = ({kind}: ListOwner): boolean => kind === 'device'

interface Change<Item, Intent> {
  owner: ListOwner
  rules: ListRules<Item, Intent>
  /** The same list when there is nothing to do. */
  change: (list: StoredList<Item>) => StoredList<Item>
}

/** Changes a list once, upon whatever others have written in the meantime. */
export async function changeList<Item, Intent>(
  http: Http,
  {owner, rules, change}: Change<Item, Intent>,
  signal: AbortSignal,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const {list, scope} = await loadList(http, {owner, rules}, {signal})
    if (!list.isList) throw new Error(`${rules.key} of ${owner.id} holds no list`)
    const changed = change(list)
    if (changed === list) return
    try {
      await saveList(http, {owner, rules, list: changed, scope}, {signal})
      return
    } catch (error) {
      if (!isRefusedWith(error, 409) || tries === MAX_TRIES) throw error
    }
  }
}

/** Others who write a list all the time must not keep this busy for ever. */
const MAX_TRIES = 5
