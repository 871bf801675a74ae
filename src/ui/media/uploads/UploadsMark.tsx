import {useSelector} from '@xstate/react'
import {percentOf} from '../../../domain/media/progress'
import type {Upload, UploadsRef} from '../../../machines/media/uploads'
import {useApplication} from '../../kit/application'
import {PlainDialog} from '../../kit/dialog/PlainDialog'
import {IconCircleCheck, IconTriangleAlert, IconUpload} from '../../kit/mark/icons'
import {texts} from './texts'
import {UploadList} from './UploadList'
import styles from './UploadsMark.module.css'

/** Says in the bar above each screen how far the uploads are, and opens their list. */
export function UploadsMark({uploads}: {uploads: UploadsRef}) {
  const {formats} = useApplication()
  const listed = useSelector(uploads, ({context}) => context.uploads)
  const isOpen = useSelector(uploads, s => s.matches({list: 'open'}))
  if (listed.length === 0) return null
  const {kind, count, percent} = summaryOf(listed)
  const percentage = formats.number(percent, {unit: '%'})
  const Icon = ICONS[kind]
  const label = {
    underWay: texts.mark.underWay(formats.exact(count), percentage),
    failed: texts.mark.failed(formats.exact(count)),
    ended: texts.mark.ended,
  }[kind]
  return (
    <>
      <button
        type="button"
        className={styles.mark}
        data-kind={kind}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => uploads.send({type: 'list.opened'})}
      >
        <Icon size={16} />
        {kind === 'underWay' && <span>{percentage}</span>}
      </button>
      {isOpen && (
        <PlainDialog title={texts.list} place="opener" onClose={() => uploads.send({type: 'list.closed'})}>
          <UploadList uploads={uploads} />
        </PlainDialog>
      )}
    </>
  )
}

const ICONS = {underWay: IconUpload, failed: IconTriangleAlert, ended: IconCircleCheck}

function summaryOf(uploads: readonly Upload[]) {
  const underWay = uploads.filter(({phase}) => phase === 'waiting' || phase === 'underWay')
  const failed = uploads.filter(({phase}) => phase === 'failed' || phase === 'refused')
  const counted = uploads.filter(upload => upload.phase !== 'cancelled' && !failed.includes(upload))
  const bytes = counted.reduce((sum, upload) => sum + upload.bytes, 0)
  const percent = percentOf({bytes, of: counted.reduce((sum, {file}) => sum + file.size, 0)})
  if (underWay.length > 0) return {kind: 'underWay', count: underWay.length, percent} as const
  return {kind: failed.length > 0 ? 'failed' : 'ended', count: failed.length, percent} as const
}
