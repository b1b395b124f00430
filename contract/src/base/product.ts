import { problem } from '../kernel/check.ts';
import { defineEntity } from '../kernel/entity.ts';
import type { Problem } from '../kernel/errors.ts';
import { defineRefusals, refusals } from '../kernel/errors.ts';
import { disabledFigure } from '../kernel/figure.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { decimal } from '../kinds/decimal.ts';
import { files, image } from '../kinds/file.ts';
import { integer } from '../kinds/integer.ts';
import { ref } from '../kinds/ref.ts';
import { rows } from '../kinds/rows.ts';
import { text } from '../kinds/text.ts';

const weight = {
  digits: 10,
  places: 3,
  above: 0,
  unit: { zh: '千克', en: 'kg' },
  section: 'spec',
} as const;
const length = { digits: 8, places: 3, unit: { zh: '毫米', en: 'mm' }, section: 'spec' } as const;

/** What is made, bought or put in: wheels, forgings, blocks, rods, auxiliaries. Its route is `base/route`. */
export const product = defineEntity({
  name: 'base/product',
  label: { zh: '产品', en: 'Product' },
  scope: 'site',
  title: 'productName',
  code: 'materialCode',
  sort: { by: 'materialCode', order: 'asc' },
  unique: [['materialCode'], ['abbreviation']],
  sections: {
    product: { zh: '产品', en: 'Product' },
    component: { zh: '组成物料', en: 'Component materials' },
    spec: { zh: '规格', en: 'Specification' },
    drawing: { zh: '图纸', en: 'Drawing' },
    store: { zh: '包装与库存', en: 'Packing and stock' },
  },
  fields: {
    category: dictionary('product_category', '产品类别', 'Category', {
      required: true,
      list: true,
      filter: true,
      section: 'product',
    }),
    materialCode: text('物料编码', 'Material code', {
      required: true,
      max: 40,
      list: true,
      filter: true,
      sort: true,
      scan: true,
      section: 'product',
    }),
    productName: text('产品名称', 'Product name', {
      required: true,
      max: 100,
      list: true,
      filter: true,
      section: 'product',
    }),
    productNameEn: text('英文名称', 'English name', {
      max: 100,
      list: true,
      filter: true,
      section: 'product',
    }),
    abbreviation: text('简称', 'Abbreviation', {
      max: 30,
      list: true,
      filter: true,
      section: 'product',
    }),
    standardBeat: decimal('标准节拍', 'Standard beat', {
      required: true,
      digits: 8,
      places: 2,
      above: 0,
      list: true,
      sort: true,
      unit: { zh: '秒', en: 's' },
      section: 'product',
    }),
    thumbnail: image('缩略图', 'Thumbnail', { computed: true, list: true }),
    image: image('图片', 'Picture', { filter: true, section: 'product' }),
    status: dictionary('enable_status', '状态', 'Status', {
      required: true,
      default: '1',
      list: true,
      filter: true,
      section: 'product',
    }),
    components: rows(
      '组成物料',
      'Component materials',
      {
        code: ref('base/product', '物料编码', 'Code', { required: true }),
        shortCode: text('简码', 'Short code', {
          max: 30,
          help: { zh: '留空则取物料简称', en: 'Leave empty for the abbreviation of the material' },
        }),
        quantity: decimal('用量', 'Quantity', {
          required: true,
          digits: 12,
          places: 4,
          above: 0,
          default: '1',
        }),
        yieldRate: decimal('成品率', 'Yield', {
          required: true,
          digits: 5,
          places: 2,
          above: 0,
          max: 100,
          default: '100',
          unit: { zh: '%', en: '%' },
        }),
      },
      { unique: ['code'], section: 'component' },
    ),
    rimDiameter: decimal('轮辋直径', 'Rim diameter', {
      digits: 6,
      places: 2,
      above: 0,
      unit: { zh: '英寸', en: 'in' },
      section: 'spec',
    }),
    rimWidth: text('轮辋宽度', 'Rim width', {
      max: 20,
      section: 'spec',
      help: { zh: '例如 9.0J', en: 'For example 9.0J' },
    }),
    offsetEt: decimal('偏距ET', 'Offset ET', { ...length, min: -200, max: 200 }),
    pcd: decimal('螺栓分布圆', 'Bolt circle', { ...length, above: 0 }),
    boltHoles: integer('螺栓孔数', 'Bolt holes', { min: 1, max: 30, section: 'spec' }),
    centerBore: decimal('中心孔', 'Centre bore', { ...length, above: 0 }),
    alloyGrade: dictionary('alloy_grade', '合金牌号', 'Alloy', { section: 'spec' }),
    temper: text('热处理状态', 'Temper', { max: 20, section: 'spec' }),
    finishedWeight: decimal('成品重量', 'Finished weight', weight),
    blankWeight: decimal('毛坯重量', 'Blank weight', weight),
    loadRating: decimal('额定载荷', 'Load rating', weight),
    drawingNo: text('图号', 'Drawing number', {
      max: 60,
      list: true,
      filter: true,
      section: 'drawing',
    }),
    drawingVersion: text('图纸版本', 'Drawing version', {
      max: 20,
      list: true,
      filter: true,
      section: 'drawing',
    }),
    drawing: files('图纸', 'Drawing', { default: [], filter: true, section: 'drawing' }),
    customerPartNo: text('客户零件号', 'Customer part number', {
      max: 60,
      list: true,
      filter: true,
      section: 'drawing',
    }),
    packType: dictionary('pack_type', '包装方式', 'Packing', { section: 'store' }),
    standardQty: integer('标准装箱数', 'Pieces per box', {
      min: 1,
      max: 100_000,
      section: 'store',
    }),
    maxRework: integer('最多返工次数', 'Rework limit', {
      required: true,
      default: 2,
      max: 99,
      section: 'store',
    }),
    maxAgeDays: integer('最长存放天数', 'Longest storage', {
      min: 1,
      max: 36_500,
      unit: { zh: '天', en: 'days' },
      section: 'store',
    }),
    minStock: integer('最低库存', 'Lowest stock', { section: 'store' }),
    maxStock: integer('最高库存', 'Highest stock', { section: 'store' }),
  },
  figures: {
    wheels: { label: { zh: '成品轮', en: 'Wheels' }, filters: { category: 'wheel', status: '1' } },
    noPicture: {
      label: { zh: '成品轮缺图片', en: 'Wheels without picture' },
      filters: { category: 'wheel', image: 'none', status: '1' },
      look: 'open',
    },
    noDrawing: {
      label: { zh: '成品轮缺图纸', en: 'Wheels without drawing' },
      filters: { category: 'wheel', drawing: 'none', status: '1' },
      look: 'open',
    },
    disabled: disabledFigure,
  },
  rules: ({ minStock, maxStock }) => {
    const problems: Problem[] = [];
    if (typeof minStock === 'number' && typeof maxStock === 'number' && minStock > maxStock) {
      problems.push(problem('maxStock', STOCK, refusals['field.limits']));
    }
    return problems;
  },
  actions: {
    copy: { label: { zh: '复制', en: 'Copy' }, icon: 'copy' },
  },
});

export const productRefusals = defineRefusals({
  'product.edit.componentLoop': [422, '组成物料存在循环', 'The components form a loop'],
});

const STOCK = { zh: '最高库存', en: 'Highest stock' };
