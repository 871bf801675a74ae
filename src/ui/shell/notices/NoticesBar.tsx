import {CloseButton} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {bytesText} from '../../../domain/media/measures'
import {noticeKey, type SystemNotice} from '../../../domain/shell/notice'
import type {NoticesRef} from '../../../machines/shell/notices'
import {useApplication} from '../../kit/application'
import {IconTriangleAlert} from '../../kit/mark/icons'
import {texts} from '../texts'
import styles from './NoticesBar.module.css'

/** Shows SYS_ADMINs the notices above each screen. */
export function NoticesBar({notices: ref}: {notices: NoticesRef}) {
  const {notices, putAway} = useSelector(ref, ({context}) => context)
  const shown = notices.filter(notice => !putAway.has(noticeKey(notice)))
  return (
    <div role="status">
      {shown.map(notice => (
        <div key={noticeKey(notice)} className={styles.notice} data-level={notice.level}>
          <IconTriangleAlert size={16} />
          <p>
            <NoticeText notice={notice} />
          </p>
          <CloseButton
            aria-label={texts.notices.putAway}
            size="sm"
            onClick={() => ref.send({type: 'notice.putAway', notice})}
          />
        </div>
      ))}
    </div>
  )
}

function NoticeText({notice}: {notice: SystemNotice}) {
  const {formats} = useApplication()
  if (notice.kind === 'backup') {
    const {newestAt, folder} = notice
    return (
      <>
        <strong>{texts.notices.backup(folder)}</strong>{' '}
        {newestAt === null ? texts.notices.noBackup : texts.notices.newestBackup(formats.dateTime(newestAt, 'minute'))}{' '}
        {texts.notices.seeLog}
      </>
    )
  }
  return (
    <>
      <strong>{texts.notices.disk(formats.exact(notice.usedPercent))}</strong>{' '}
      {texts.notices.free(bytesText(notice.freeBytes, formats), notice.folder)} {texts.notices.advice[notice.level]}
    </>
  )
}
