import {Button, NativeSelect} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {AssignmentBatchRef, GroupAssignmentRef} from '../../../machines/media/groupAssignment'
import type {MediaRef} from '../../../machines/media/media'
import {PlainDialog} from '../../kit/dialog/PlainDialog'
import {buttons} from '../../kit/text/texts'
import styles from '../screen/Dialog.module.css'
import {texts} from '../texts'

/** Gives a video or a playlist to all devices of a group. */
export function GroupAssignment({media}: {media: MediaRef}) {
  const assignment = useSelector(media, s => s.children.assignment)
  return assignment === undefined ? null : <Assignment assignment={assignment} />
}

function Assignment({assignment}: {assignment: GroupAssignmentRef}) {
  const assigned = useSelector(assignment, s => s.context.assigned)
  const batch = useSelector(assignment, ({children}) => children.batch)
  const isFinished = useSelector(batch, s => s?.matches('finished') ?? false)
  const close = () => (batch ?? assignment).send({type: 'dialog.closed'})
  const title =
    assigned.kind === 'video' ? texts.assignment.video(assigned.name) : texts.assignment.playlist(assigned.from)
  return (
    <PlainDialog title={title} place="middle" onClose={close}>
      <div className={styles.dialog}>
        {batch === undefined ? <Asking assignment={assignment} /> : <Outcomes batch={batch} />}
        <div className={styles.buttons}>
          {batch === undefined && (
            <Button data-autofocus onClick={() => assignment.send({type: 'start.confirmed'})}>
              {texts.assignment.start}
            </Button>
          )}
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

function Asking({assignment}: {assignment: GroupAssignmentRef}) {
  const {targets, target, assigned} = useSelector(assignment, s => s.context)
  if (target === null) return <p>{texts.assignment.noGroup}</p>
  return (
    <>
      {assigned.kind === 'playlist' && <p>{texts.assignment.playlistHint}</p>}
      <NativeSelect
        label={texts.assignment.group}
        value={target.id}
        data={targets.map(({id, name, devices}) => ({
          value: id,
          label: `${name} (${texts.groups.devices(devices.length)})`,
        }))}
        onChange={({currentTarget}) => {
          const chosen = targets.find(({id}) => id === currentTarget.value)
          if (chosen !== undefined) assignment.send({type: 'target.chosen', target: chosen})
        }}
      />
    </>
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
                  : (outcome.message ?? texts.assignment.ok)}
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
