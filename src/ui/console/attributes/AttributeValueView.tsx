import type {ReactNode} from 'react'
import {cut} from '../../../../contract/rules/text'
import type {Json} from '../../../../contract/wire/common'
import {type AttributeValue, attributeText} from '../../../domain/console/attribute'
import styles from './Attributes.module.css'
import {texts} from './texts'

/** In UTF-16 units: a longer value is folded, and shown by a preview. */
const SHORT = 160
const PREVIEW = 80

/** Devices write these values: render them as text only, never as HTML. */
export function AttributeValueView({value}: {value: AttributeValue}) {
  switch (value.type) {
    case 'bool':
      return <YesOrNo isYes={value.value} />
    case 'long':
    case 'double':
      return <span className={styles.number}>{attributeText(value)}</span>
    case 'text':
      return <Text text={value.value} />
    case 'json':
      return <JsonView json={value.value} />
    default:
      return value satisfies never
  }
}

function YesOrNo({isYes}: {isYes: boolean}) {
  return (
    <span className={styles.flag} data-yes={isYes || undefined}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d={isYes ? 'M2 6.5l3 3 5-7' : 'M2.5 2.5l7 7M9.5 2.5l-7 7'} />
      </svg>
      {String(isYes)}
    </span>
  )
}

function Text({text}: {text: string}) {
  if (text === '') return <span className={styles.note}>{texts.emptyText}</span>
  if (text.length <= SHORT) return <bdi className={styles.text}>{text}</bdi>
  return (
    <Folded preview={<bdi>{cut(text, PREVIEW)}</bdi>} length={text.length}>
      <bdi className={styles.text}>{text}</bdi>
    </Folded>
  )
}

function JsonView({json}: {json: Json}) {
  const compact = JSON.stringify(json)
  if (typeof json !== 'object' || json === null) {
    if (compact.length <= SHORT) return <code className={styles.text}>{compact}</code>
  }
  return (
    <Folded preview={<code>{cut(compact, PREVIEW)}</code>} length={compact.length}>
      <pre className={styles.json}>{attributeText({type: 'json', value: json})}</pre>
    </Folded>
  )
}

interface FoldedProps {
  preview: ReactNode
  length: number
  children: ReactNode
}

function Folded({preview, length, children}: FoldedProps) {
  return (
    <details className={styles.folded}>
      <summary>
        <span className={styles.preview}>{preview}</span>
        {length > PREVIEW && <span className={styles.showAll}> {texts.showAll(length)}</span>}
        <span className={styles.showLess}>{texts.showLess}</span>
      </summary>
      {children}
    </details>
  )
}
