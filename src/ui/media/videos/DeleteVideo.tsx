import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type ReactNode, useId, useMemo} from 'react'
import {isPulsewall} from '../../../../contract/rules/offer'
import type {VideoUses} from '../../../domain/media/videoUses'
import type {MediaRef} from '../../../machines/media/media'
import type {VideoDeletionRef} from '../../../machines/media/videoDeletion'
import {PlainDialog} from '../../kit/dialog/PlainDialog'
import {FormMessage} from '../../kit/form/FormMessage'
import {StatusMark} from '../../kit/mark/StatusMark'
import {buttons} from '../../kit/text/texts'
import dialog from '../screen/Dialog.module.css'
import styles from './DeleteVideo.module.css'
import {texts} from './texts'

interface Props {
  media: MediaRef
  deletion: VideoDeletionRef
}

/** Says what the deletion of videos changes before it happens, and names the devices that go dark. */
export function DeleteVideo({media, deletion}: Props) {
  const {left, uses, message, offer} = useSelector(deletion, s => s.context)
  const isAsking = useSelector(deletion, s => s.matches('asking'))
  const isCounting = useSelector(deletion, s => s.matches('counting'))
  const close = () => deletion.send({type: 'dialog.closed'})
  const isOne = left.length === 1
  const words = isOne ? texts.deletion : texts.deletions
  const heading = isOne ? texts.deletion.heading : texts.deletions.heading(left.length)
  return (
    <PlainDialog title={heading} place="middle" onClose={close}>
      <div className={dialog.dialog}>
        {message !== null && <FormMessage kind="failed" message={message} />}
        <ul className={styles.videos} aria-label={texts.list}>
          {left.map(({id, name}) => (
            <li key={id}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
        <div className={styles.consequences} aria-live="polite">
          {isCounting ? <p>{texts.deletion.counting}</p> : <Consequences media={media} uses={uses} words={words} />}
          <p>{isPulsewall(offer) ? words.restorable : words.forever}</p>
        </div>
        <div className={dialog.buttons}>
          <Button variant="default" data-autofocus onClick={close}>
            {buttons.cancel}
          </Button>
          <Button
            color="red"
            aria-disabled={!isAsking}
            aria-busy={!isAsking}
            onClick={() => deletion.send({type: 'deletion.confirmed'})}
          >
            {isOne ? texts.deletion.confirm : texts.deletions.confirm(left.length)}
          </Button>
        </div>
      </div>
    </PlainDialog>
  )
}

interface ConsequencesProps {
  media: MediaRef
  uses: VideoUses | null
  words: typeof texts.deletion | typeof texts.deletions
}

function Consequences({media, uses, words}: ConsequencesProps) {
  const devices = useSelector(media, s => s.context.devices)
  const groups = useSelector(
    useSelector(media, s => s.children.groups),
    s => s?.context.groups,
  )
  const names = useMemo(() => new Map(devices.map(({id, name}) => [id, name])), [devices])
  if (uses === null) return <p>{words.unknown}</p>
  const {playlists, assignments, fallbacks} = uses
  if (playlists.length + assignments.length + fallbacks.length === 0) return <p>{words.unused}</p>
  const named = (ids: readonly string[]) => ids.map(id => names.get(id) ?? id)
  const dark = named(playlists.filter(({isLeftWithNothing}) => isLeftWithNothing).map(({deviceId}) => deviceId))
  const playing = named(playlists.filter(({isLeftWithNothing}) => !isLeftWithNothing).map(({deviceId}) => deviceId))
  const owners = (isLeftWithNothing: boolean) =>
    fallbacks
      .filter(fallback => fallback.isLeftWithNothing === isLeftWithNothing)
      .map(({ownerId}) => groups?.find(({id}) => id === ownerId)?.name ?? texts.allDevices)
  return (
    <>
      <Names names={dark}>
        <StatusMark status="warning">{words.dark(dark.length)}</StatusMark>
      </Names>
      <Names names={playing}>{words.playlists(playing.length)}</Names>
      <Names names={owners(true)}>
        <StatusMark status="warning">{words.lastFallbacks}</StatusMark>
      </Names>
      <Names names={owners(false)}>{words.fallbacks}</Names>
      {assignments.length > 0 && <p>{words.assignments(assignments.length)}</p>}
    </>
  )
}

function Names({names, children}: {names: readonly string[]; children: ReactNode}) {
  const headingId = useId()
  if (names.length === 0) return null
  return (
    <div>
      <p id={headingId}>{children}</p>
      <ul className={styles.names} aria-labelledby={headingId}>
        {names.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several may have the same name
          <li key={at}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
