import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {PREVIEW_SIZES} from '../../../domain/media/preview'
import type {PreviewRef} from '../../../machines/media/preview'
import styles from './Preview.module.css'

/** The place of the picture, in the chosen size. */
export function Frame({preview, children}: {preview: PreviewRef; children: ReactNode}) {
  const {width, height} = PREVIEW_SIZES[useSelector(preview, ({context}) => context.size)]
  return (
    <div className={styles.frame} style={{maxWidth: width, aspectRatio: `${width} / ${height}`}}>
      {children}
    </div>
  )
}
