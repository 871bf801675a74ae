import {Button, FileButton, Progress} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useRef} from 'react'
import {mayManage} from '../../../domain/user'
import type {ComposeRef} from '../../../machines/wall/compose'
import type {PictureLibraryLogic, PictureLibraryRef, PictureOfPanel} from '../../../machines/wall/pictureLibrary'
import type {WallRef} from '../../../machines/wall/wall'
import {useApplication} from '../../kit/application'
import {Picker} from '../../kit/picker/Picker'
import type {FieldProps} from '../compose/fields'
import styles from './Handles.module.css'
import {texts as all} from './texts'

const texts = all.form

/** The pictures of the organisation. What is uploaded is shown by the panel that it is for, whatever is selected then. */
export function useLibrary(logic: PictureLibraryLogic, wall: WallRef, compose: ComposeRef): PictureLibraryRef {
  const {user} = wall.getSnapshot().context
  const choose = ({panel: id, picture}: PictureOfPanel) => {
    const panel = compose.getSnapshot().context.composition.panels.find(each => each.id === id)
    if (panel?.kind === 'picture' || panel?.kind === 'plan')
      compose.send({type: 'panel.changed', panel: {...panel, picture}})
  }
  return useActorRef(logic, {input: {organisationId: mayManage(user) ? user.organisationId : null, choose}})
}

/** Chooses one of the pictures, or another that is uploaded. */
export function PictureField<Panel extends {id: string; picture: string}>(props: FieldProps<Panel>) {
  const {library, panel, onChanged} = props
  const {picture} = panel
  const pictures = useSelector(library, s => s.context.pictures)
  const isRead = useSelector(library, s => s.matches({list: 'read'}))
  const isUnread = useSelector(library, s => s.matches({list: 'unread'}))
  const message = useSelector(library, s => s.context.message)
  const mayUpload = useSelector(library, s => s.context.organisationId !== null)
  const forget = useRef<() => void>(null)
  const options = pictures.map(({id, name}) => ({value: id, label: name}))
  const isGone = picture !== '' && isRead && !pictures.some(({id}) => id === picture)
  return (
    <>
      <Picker
        size="xs"
        clearable
        label={texts.picture}
        description={texts.formats}
        data={isGone ? [...options, {value: picture, label: texts.goneOption}] : options}
        value={picture}
        onChosen={chosen => onChanged({...panel, picture: chosen})}
      />
      {mayUpload && (
        <div className={styles.tools}>
          <FileButton
            accept="image/png,image/jpeg,image/webp,image/gif,image/svg+xml"
            resetRef={forget}
            onChange={file => {
              if (file !== null) library.send({type: 'file.chosen', file, panel: panel.id})
              // Otherwise the same file could not be chosen again.
              forget.current?.()
            }}
          >
            {opener => (
              <Button {...opener} size="xs" variant="default">
                {texts.upload}
              </Button>
            )}
          </FileButton>
        </div>
      )}
      {message !== null && (
        <p role="alert" className={styles.wrong}>
          {message}
        </p>
      )}
      {isUnread && (
        <Button size="xs" variant="default" w="fit-content" onClick={() => library.send({type: 'retry.requested'})}>
          {all.retry}
        </Button>
      )}
      <Sending library={library} />
      {mayUpload && picture !== '' && !isGone && <Removal library={library} picture={picture} />}
    </>
  )
}

/** How far an upload is, or what may be done when it was refused. */
function Sending({library}: {library: PictureLibraryRef}) {
  const {formats} = useApplication()
  const isSending = useSelector(library, s => s.matches({upload: 'sending'}))
  const isRefused = useSelector(library, s => s.matches({upload: 'refused'}))
  const canRetry = useSelector(library, s => s.can({type: 'retry.requested'}))
  const upload = useSelector(library, s => s.context.upload)
  const sent = useSelector(library, s => s.context.sent)
  if (upload === null || !(isSending || isRefused)) return null
  const share = Math.min(100, Math.round((sent / Math.max(1, upload.file.size)) * 100))
  const text = texts.sending(upload.file.name, `${formats.number(share)} %`)
  return (
    <>
      {isSending && (
        <>
          <p className={styles.hint}>{text}</p>
          <Progress value={share} aria-label={text} />
        </>
      )}
      <div className={styles.tools}>
        {isRefused && canRetry && (
          <Button size="xs" variant="default" onClick={() => library.send({type: 'retry.requested'})}>
            {all.retry}
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={() => library.send({type: 'cancel.requested'})}>
          {texts.cancel}
        </Button>
      </div>
    </>
  )
}

function Removal({library, picture}: {library: PictureLibraryRef; picture: string}) {
  const isAsking = useSelector(library, s => s.matches({removal: 'asking'}) && s.context.removed === picture)
  const isRemoving = useSelector(library, s => s.matches({removal: 'removing'}))
  const name = useSelector(library, s => s.context.pictures.find(({id}) => id === picture)?.name ?? '')
  if (!isAsking)
    return (
      <Button
        size="compact-xs"
        variant="subtle"
        color="red"
        w="fit-content"
        loading={isRemoving}
        onClick={() => library.send({type: 'removal.requested', picture})}
      >
        {texts.remove}
      </Button>
    )
  return (
    <div role="alert">
      <p className={styles.hint}>{texts.ask(name)}</p>
      <div className={styles.tools}>
        <Button size="xs" variant="default" onClick={() => library.send({type: 'removal.cancelled'})}>
          {texts.cancel}
        </Button>
        <Button size="xs" color="red" onClick={() => library.send({type: 'removal.confirmed'})}>
          {texts.confirm}
        </Button>
      </div>
    </div>
  )
}
