import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type ReactNode, useMemo} from 'react'
import {folded} from '../../../domain/folded'
import type {Manner} from '../../../domain/media/assignment'
import type {AssignmentBatchRef, GroupAssignmentRef} from '../../../machines/media/groupAssignment'
import type {MediaRef} from '../../../machines/media/media'
import {PlainDialog} from '../../kit/dialog/PlainDialog'
import {SearchField} from '../../kit/form/SearchField'
import {buttons} from '../../kit/text/texts'
import styles from '../screen/Dialog.module.css'
import {texts} from '../texts'
import choiceStyles from './GroupAssignment.module.css'

/** Gives videos or a playlist to the playlists of groups and devices, and says what was done to each. */
export function GroupAssignment({media}: {media: MediaRef}) {
  const assignment = useSelector(media, s => s.children.assignment)
  return assignment === undefined ? null : <Assignment assignment={assignment} />
}

function Assignment({assignment}: {assignment: GroupAssignmentRef}) {
  const {kind, name, items} = useSelector(assignment, s => s.context.assigned)
  const batch = useSelector(assignment, ({children}) => children.batch)
  const isFinished = useSelector(batch, s => s?.matches('finished') ?? false)
  const close = () => (batch ?? assignment).send({type: 'dialog.closed'})
  const title = kind === 'videos' ? texts.assignment.videos(items.length, name) : texts.assignment.playlist(name)
  return (
    <PlainDialog title={title} place="middle" onClose={close}>
      <div className={styles.dialog}>
        {batch === undefined ? <Asking assignment={assignment} /> : <Outcomes batch={batch} />}
        <div className={styles.buttons}>
          {batch === undefined && <StartButton assignment={assignment} />}
          {isFinished && (
            <Button variant="default" onClick={close}>
              {buttons.close}
            </Button>
          )}
        </div>
      </div>
    </PlainDialog>
  )
}

interface AskingProps {
  assignment: GroupAssignmentRef
}

/** Says what will happen, and to how many. */
function StartButton({assignment}: AskingProps) {
  const manner = useSelector(assignment, s => s.context.manner)
  const count = useSelector(assignment, s => s.context.chosen.length)
  return (
    <Button disabled={count === 0} onClick={() => assignment.send({type: 'start.confirmed'})}>
      {count === 0 ? texts.assignment.start : texts.assignment.starts[manner](count)}
    </Button>
  )
}

function Asking({assignment}: AskingProps) {
  const targets = useSelector(assignment, s => s.context.targets)
  return (
    <>
      <Manners assignment={assignment} />
      <fieldset className={choiceStyles.choices}>
        <legend>{texts.assignment.groups}</legend>
        {targets.length === 0 && <p>{texts.assignment.noGroup}</p>}
        <ul className={choiceStyles.list}>
          {targets.map(({id, name, devices}) => (
            <Tick key={id} assignment={assignment} id={id} name={name}>
              {texts.groups.devices(devices.length)}
            </Tick>
          ))}
        </ul>
      </fieldset>
      <DeviceTicks assignment={assignment} />
    </>
  )
}

const MANNERS = ['add', 'replace'] as const satisfies readonly Manner[]

function Manners({assignment}: AskingProps) {
  const chosen = useSelector(assignment, s => s.context.manner)
  return (
    <fieldset className={choiceStyles.choices}>
      <legend>{texts.assignment.manner}</legend>
      {MANNERS.map(manner => (
        <label key={manner}>
          <input
            type="radio"
            name="manner"
            checked={manner === chosen}
            data-autofocus={manner === chosen || undefined}
            onChange={() => assignment.send({type: 'manner.chosen', manner})}
          />
          {texts.assignment.manners[manner]}
        </label>
      ))}
      <p className={choiceStyles.dim}>{texts.assignment.onDevice}</p>
    </fieldset>
  )
}

/** Drawing thousands of rows would take long, and nobody reads them. */
const MAX_DEVICES = 50

function DeviceTicks({assignment}: AskingProps) {
  const devices = useSelector(assignment, s => s.context.devices)
  const search = useSelector(assignment, s => s.context.search)
  const found = useMemo(() => {
    const sought = folded(search.trim())
    return devices.filter(({name}) => folded(name).includes(sought))
  }, [devices, search])
  return (
    <fieldset className={choiceStyles.choices}>
      <legend>{texts.assignment.devices}</legend>
      <SearchField
        label={texts.devices.search}
        value={search}
        onTyped={search => assignment.send({type: 'search.typed', search})}
      />
      <ul className={choiceStyles.list}>
        {found.slice(0, MAX_DEVICES).map(({id, name}) => (
          <Tick key={id} assignment={assignment} id={id} name={name} />
        ))}
      </ul>
      <p className={choiceStyles.dim} role="status">
        {found.length === 0 && texts.devices.noMatch}
        {found.length > MAX_DEVICES && texts.assignment.more(found.length - MAX_DEVICES)}
      </p>
    </fieldset>
  )
}

interface TickProps extends AskingProps {
  id: string
  name: string
  children?: ReactNode
}

function Tick({assignment, id, name, children}: TickProps) {
  const isTicked = useSelector(assignment, s => s.context.ticked.has(id))
  return (
    <li>
      <label>
        <input type="checkbox" checked={isTicked} onChange={() => assignment.send({type: 'target.ticked', id})} />
        <bdi className={choiceStyles.name}>{name}</bdi>
        <span className={choiceStyles.dim}>{children}</span>
      </label>
    </li>
  )
}

function Outcomes({batch}: {batch: AssignmentBatchRef}) {
  const devices = useSelector(batch, ({context}) => context.items)
  const outcomes = useSelector(batch, ({context}) => context.outcomes)
  const {done, failed, left} = useSelector(batch, ({context}) => context.tally)
  const isGoing = useSelector(batch, s => s.matches({running: 'going'}))
  const isCancelling = useSelector(batch, s => s.matches({running: 'cancelling'}))
  const isRunning = isGoing || isCancelling
  return (
    <>
      <p role="status">
        {isRunning
          ? texts.assignment.running(done + failed, devices.length)
          : texts.assignment.finished(done, failed, left)}
      </p>
      <ul className={styles.outcomes}>
        {devices.map(({id, name}) => {
          const outcome = outcomes.get(id)
          return (
            <li key={id} data-outcome={outcome === undefined ? 'none' : outcome.message === null ? 'done' : 'failed'}>
              <bdi>{name}</bdi>
              <span>
                {outcome === undefined
                  ? isRunning
                    ? '…'
                    : texts.assignment.notBegun
                  : (outcome.message ?? outcome.detail ?? texts.assignment.ok)}
              </span>
            </li>
          )
        })}
      </ul>
      {isGoing && (
        <Button variant="default" onClick={() => batch.send({type: 'cancel.requested'})}>
          {texts.assignment.stop}
        </Button>
      )}
      {isCancelling && <p role="status">{texts.assignment.stopping}</p>}
      {!isRunning && failed + left > 0 && (
        <Button variant="default" onClick={() => batch.send({type: 'retry.requested'})}>
          {texts.assignment.retryFailed}
        </Button>
      )}
    </>
  )
}
