import {Button, NativeSelect} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {GroupAssignmentRef} from '../../../machines/media/groupAssignment'
import type {MediaRef} from '../../../machines/media/media'
import {PlainDialog} from '../../kit/PlainDialog'
import styles from '../screen/Media.module.css'
import {texts} from '../texts'

/** Gives a video or a playlist to all devices of a group. */
export function GroupAssignment({media}: {media: MediaRef}) {
  const assignment = useSelector(media, s => s.children.assignment)
  return assignment === undefined ? null : <Assignment assignment={assignment} />
}

function Assignment({assignment}: {assignment: GroupAssignmentRef}) {
  const assigned = useSelector(assignment, s => s.context.assigned)
  const isAsking = useSelector(assignment, s => s.matches('asking'))
  const isFinished = useSelector(assignment, s => s.matches('finished'))
  const close = () => assignment.send({type: 'dialog.closed'})
  const title =
    assigned.kind === 'video' ? texts.assignment.video(assigned.name) : texts.assignment.playlist(assigned.from)
  return (
    <PlainDialog title={title} place="middle" onClose={close}>
      <div className={styles.dialog}>
        {isAsking ? <Asking assignment={assignment} /> : <Outcomes assignment={assignment} />}
        <div className={styles.buttons}>
          {isAsking && (
            <Button data-autofocus onClick={() => assignment.send({type: 'start.confirmed'})}>
              {texts.assignment.start}
            </Button>
          )}
          {isFinished && (
            <Button variant="default" onClick={close}>
              {texts.close}
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

function Outcomes({assignment}: {assignment: GroupAssignmentRef}) {
  const {target, outcomes} = useSelector(assignment, s => s.context)
  const isGoing = useSelector(assignment, s => s.matches({running: 'going'}))
  const isCancelling = useSelector(assignment, s => s.matches({running: 'cancelling'}))
  const devices = target?.devices ?? []
  const done = devices.filter(({id}) => outcomes.get(id)?.message === null).length
  const failed = outcomes.size - done
  const isRunning = isGoing || isCancelling
  return (
    <>
      <p role="status">
        {isRunning
          ? texts.assignment.running(outcomes.size, devices.length)
          : texts.assignment.finished(done, failed, devices.length - outcomes.size)}
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
        <Button variant="default" onClick={() => assignment.send({type: 'cancel.requested'})}>
          {texts.assignment.stop}
        </Button>
      )}
      {isCancelling && <p role="status">{texts.assignment.stopping}</p>}
      {!isRunning && done < devices.length && (
        <Button variant="default" onClick={() => assignment.send({type: 'retry.requested'})}>
          {texts.assignment.retryFailed}
        </Button>
      )}
    </>
  )
}
