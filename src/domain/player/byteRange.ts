/** The service worker takes its rules from this layer alone. */
export {type ByteRange, byteRange} from '../../../contract/rules/byteRange'
