import {readRoom, walkRoom} from '../support/gallery'

walkRoom('deviceImport')
readRoom('deviceImport')
