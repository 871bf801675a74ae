import {Button, CloseButton, Progress} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {Formats} from '../../../domain/format/formats'
import {bytesText, durationText} from '../../../domain/media/measures'
import {percentOf, secondsLeft} from '../../../domain/media/progress'
import type {UploadRef, UploadSnapshot} from '../../../machines/media/upload'
import type {UploadsRef} from '../../../machines/media/uploads'
import {useApplication} from '../../kit/application'
import {buttons} from '../../kit/text/texts'
import {texts} from './texts'
import styles from './Uploads.module.css'

/** The videos on their way to the server, with the ones that arrived lately and the ones that a former page left. */
export function UploadList({uploads}: {uploads: UploadsRef}) {
  const listed = useSelector(uploads, ({context}) => context.uploads)
  const unfinished = useSelector(uploads, ({context}) => context.unfinished)
  return (
    <>
      <ul className={styles.list} aria-label={texts.list}>
        {listed.map(({id, upload}) => (
          <UploadLine key={id} upload={upload} onDismissed={() => uploads.send({type: 'ended.dismissed', id})} />
        ))}
        {unfinished.map(({key, name}) => (
          <li key={key} className={styles.line}>
            <span className={styles.picture} />
            <div className={styles.progress}>
              <span className={styles.name}>
                <bdi>{name}</bdi>
              </span>
              <span>{texts.unfinished}</span>
            </div>
            <CloseButton
              aria-label={texts.dismiss(name)}
              onClick={() => uploads.send({type: 'unfinished.dismissed', key})}
            />
          </li>
        ))}
      </ul>
      {listed.length > 1 && listed.every(({phase}) => ENDED.includes(phase)) && (
        <Button variant="default" size="xs" w="fit-content" onClick={() => uploads.send({type: 'ended.dismissed'})}>
          {texts.clear}
        </Button>
      )}
    </>
  )
}

const ENDED: readonly string[] = ['ready', 'failed', 'refused', 'cancelled']

interface Props {
  upload: UploadRef
  onDismissed: () => void
}

function UploadLine({upload, onDismissed}: Props) {
  const {formats} = useApplication()
  const name = useSelector(upload, ({context}) => context.file.name)
  const pictureUrl = useSelector(upload, ({context}) => context.prepared?.pictureUrl ?? null)
  const hasFailed = useSelector(upload, s => s.matches('failed') || s.matches('refused'))
  const words = useSelector(upload, snapshot => sessionChangesOf(snapshot, formats))
  const percent = useSelector(upload, ({context}) => percentOf(context.progress))
  const hasEnded = useSelector(upload, s => s.hasTag('ended'))
  const can = {
    cancel: useSelector(upload, s => s.can({type: 'cancel.requested'})),
    retry: useSelector(upload, s => s.can({type: 'retry.requested'})),
  }
  return (
    <li className={styles.line}>
      {pictureUrl === null ? (
        <span className={styles.picture} />
      ) : (
        <img className={styles.picture} src={pictureUrl} alt="" />
      )}
      <div className={styles.progress}>
        <span className={styles.name}>
          <bdi>{name}</bdi>
        </span>
        {/* Numbers change too often to be read out; screen readers can query the bar instead. */}
        <span role={hasFailed ? 'alert' : undefined} data-failed={hasFailed || undefined}>
          {words}
        </span>
        {!hasEnded && (
          <Progress.Root size="sm" transitionDuration={0}>
            <Progress.Section value={percent} aria-label={texts.sending(name)} />
          </Progress.Root>
        )}
      </div>
      {can.retry && (
        <Button
          variant="default"
          size="xs"
          aria-label={texts.retryOne(name)}
          onClick={() => upload.send({type: 'retry.requested'})}
        >
          {buttons.retry}
        </Button>
      )}
      {can.cancel && (
        <Button
          variant="default"
          size="xs"
          aria-label={texts.cancelOne(name)}
          onClick={() => upload.send({type: 'cancel.requested'})}
        >
          {buttons.cancel}
        </Button>
      )}
      {hasEnded && <CloseButton aria-label={texts.dismiss(name)} onClick={onDismissed} />}
    </li>
  )
}

function sessionChangesOf({value, context}: UploadSnapshot, formats: Formats): string {
  const {progress, prepared, message} = context
  if (typeof value === 'object') return value.sending === 'storing' ? texts.storing : sendingText(context, formats)
  switch (value) {
    case 'interrupted':
      return texts.interrupted(formats.number(percentOf(progress), {unit: '%'}))
    case 'ready':
      return prepared?.unseen ? texts.readyUnseen[prepared.unseen] : texts.ready
    case 'failed':
    case 'refused':
      return message ?? ''
    default:
      return texts[value]
  }
}

function sendingText({progress}: UploadSnapshot['context'], formats: Formats): string {
  const left = secondsLeft(progress)
  const parts = [texts.sent(bytesText(progress.bytes, formats), bytesText(progress.of, formats))]
  if (progress.perSecond !== null) parts.push(texts.speed(bytesText(progress.perSecond, formats)))
  if (left !== null) parts.push(texts.left(durationText(1000 * left)))
  return parts.join(' · ')
}
