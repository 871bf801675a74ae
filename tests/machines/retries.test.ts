import {expect, it} from 'vitest'
import {type AnyStateNode, StateMachine} from 'xstate'

const modules = import.meta.glob<Record<string, unknown>>('../../src/machines/**/*.ts', {eager: true})
const machines = Object.values(modules)
  .flatMap(Object.values)
  .filter(exported => exported instanceof StateMachine)

/** The events that lead on from a failure by themselves. */
const OF_ITSELF = [
  ...['link.changed', 'link.found', 'telemetry.resumed', 'minute.ticked'],
  ...['change.suspected', 'alarms.changed', 'retry.due'],
]

/** Where nothing is read: what was written, what is gone, what the browser can't play, and what is shown already. */
const BY_HAND = [
  ...['batch.finished', 'deviceImport.importing.paused', 'deviceImport.finished', 'upload.failed', 'upload.cancelled'],
  ...['preferences.unsaved', 'verification.unanswered.waiting', 'listAttribute.list.gone', 'preview.unplayable'],
  ...['pictureLibrary.list.unread', 'pictureLibrary.upload.refused'],
  ...['plays.loaded', 'alarmReport.loaded', 'availability.loaded', 'devices.loaded.reading'],
]

const statesIn = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(statesIn)]

const leadsOn = (node: AnyStateNode, event: string): boolean =>
  [...(node.transitions.get(event) ?? [])].some(({target}) => target !== undefined) ||
  (node.parent !== undefined && leadsOn(node.parent, event))

const triesOfItself = (node: AnyStateNode): boolean =>
  node.invoke.some(({src}) => src === 'retries') ||
  node.after.length > 0 ||
  OF_ITSELF.some(event => leadsOn(node, event))

it('is tried again when the link is back, whatever could not be read', () => {
  const asking = machines
    .flatMap(machine => statesIn(machine.root))
    .filter(node => node.ownEvents.includes('retry.requested'))
  const byHand = new Set(asking.filter(node => !triesOfItself(node)).map(({id}) => id))
  expect([...byHand].sort()).toEqual(BY_HAND.toSorted())
})
