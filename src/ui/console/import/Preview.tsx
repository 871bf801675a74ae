import {useSelector} from '@xstate/react'
import {columnLabel, IMPORT_COLUMNS, type Mapping} from '../../../domain/console/deviceImport/columns'
import {headerOf} from '../../../domain/console/deviceImport/sheet'
import type {DeviceImportRef} from '../../../machines/console/deviceImport'
import styles from './Import.module.css'
import {texts} from './texts'

const ROWS = 5

export function Preview({deviceImport}: {deviceImport: DeviceImportRef}) {
  const sheet = useSelector(deviceImport, ({context}) => context.sheet)
  const mapping = useSelector(deviceImport, ({context}) => context.mapping)
  const columns = sheet.headers.map((_, at) => ({at, header: headerOf(sheet, at), meaning: meaningOf(mapping, at)}))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard
    <section className={styles.preview} aria-label={texts.mapping.preview} tabIndex={0}>
      <table aria-label={texts.mapping.preview}>
        <thead>
          <tr>
            <th scope="col">{texts.mapping.line}</th>
            {columns.map(({at, header, meaning}) => (
              <th key={at} scope="col" title={header} data-unused={meaning === '' || undefined}>
                <bdi>{header}</bdi>
                {meaning !== '' && <span>{texts.mapping.becomes(meaning)}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.rows.slice(0, ROWS).map(({line, cells}) => (
            <tr key={line}>
              <th scope="row">{line}</th>
              {columns.map(({at, meaning}) => (
                <td key={at} title={cells[at]} data-unused={meaning === '' || undefined}>
                  <bdi>{cells[at]}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const meaningOf = (mapping: Mapping, at: number): string =>
  IMPORT_COLUMNS.filter(column => mapping[column] === at)
    .map(column => columnLabel(column))
    .join(', ')
