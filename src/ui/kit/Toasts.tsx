import {CloseButton} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {FocusEvent} from 'react'
import {Link} from 'react-router-dom'
import type {Toast, ToastsRef} from '../../machines/shell/toasts'
import {IconCircleCheck, IconTriangleAlert} from './mark/icons'
import styles from './Toasts.module.css'
import {texts} from './text/texts'

/** The status region is there even while it is empty: screen readers skip one that appears with its text. */
export function Toasts({toasts: ref}: {toasts: ToastsRef}) {
  const toasts = useSelector(ref, ({context}) => context.toasts)
  const draw = (toast: Toast) => <ToastLine key={toast.id} toast={toast} toasts={ref} />
  const release = () => ref.send({type: 'toasts.released'})
  const onBlur = ({currentTarget, relatedTarget}: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) release()
  }
  return (
    <section
      aria-label={texts.outcomes}
      className={styles.corner}
      onPointerEnter={() => ref.send({type: 'toasts.held'})}
      onPointerLeave={release}
      onFocus={() => ref.send({type: 'toasts.held'})}
      onBlur={onBlur}
    >
      {toasts.filter(({kind}) => kind === 'failed').map(draw)}
      <div role="status">{toasts.filter(({kind}) => kind === 'done').map(draw)}</div>
    </section>
  )
}

function ToastLine({toast: {id, kind, text, next}, toasts}: {toast: Toast; toasts: ToastsRef}) {
  const Icon = kind === 'done' ? IconCircleCheck : IconTriangleAlert
  const close = () => toasts.send({type: 'toast.closed', id})
  return (
    <div className={styles.toast} data-kind={kind} role={kind === 'failed' ? 'alert' : undefined}>
      <Icon size={18} />
      <p>{text}</p>
      {next !== undefined && (
        <Link to={next.to} onClick={close}>
          {next.label}
        </Link>
      )}
      <CloseButton aria-label={texts.closeOutcome} size="sm" onClick={close} />
    </div>
  )
}
