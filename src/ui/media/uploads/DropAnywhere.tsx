import type {DragEvent, ReactNode} from 'react'
import type {MediaPage} from '../../../domain/media/view'
import type {UploadsRef} from '../../../machines/media/uploads'
import type {VideosRef} from '../../../machines/media/videos'
import styles from './DropAnywhere.module.css'
import {texts} from './texts'
import {upload} from './UploadVideo'

interface Props {
  className: string | undefined
  page: MediaPage
  uploads: UploadsRef
  videos: VideosRef | undefined
  mayUpload: boolean
  children: ReactNode
}

/** Takes videos that are dropped anywhere on the screen, which the browser would open instead. */
export function DropAnywhere({className = '', page, uploads, videos, mayUpload, children}: Props) {
  function over(event: DragEvent<HTMLElement>) {
    if (event.isDefaultPrevented() || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    if (mayUpload) event.currentTarget.dataset.over = ''
    else event.dataTransfer.dropEffect = 'none'
  }
  function leave({currentTarget, relatedTarget}: DragEvent<HTMLElement>) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) delete currentTarget.dataset.over
  }
  function drop(event: DragEvent<HTMLElement>) {
    delete event.currentTarget.dataset.over
    if (event.isDefaultPrevented()) return
    event.preventDefault()
    if (mayUpload) upload({uploads, videos}, [...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the section for uploads does the same for the keyboard
    <div
      className={`${className} ${styles.target}`}
      data-page={page}
      data-drop={texts.dropAnywhere}
      onDragOver={over}
      onDragLeave={leave}
      onDrop={drop}
    >
      {children}
    </div>
  )
}
