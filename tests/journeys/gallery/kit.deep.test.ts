import {readRoom, walkRoom} from '../support/gallery'

walkRoom('kit')
readRoom('kit')
