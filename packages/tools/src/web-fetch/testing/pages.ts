export const PARAGRAPHS = [
  "The lighthouse on the northern cape was built in 1887 and has been in service ever since, apart from two winters.",
  "Its keeper walked down to the village on Sundays, bought bread and newspapers, and told the children about storms.",
  "When the lamp was changed to electricity, the old mechanism was kept in the cellar, oiled and wrapped in canvas.",
  "Visitors can climb the tower in summer; there are 214 steps, and from the top the islands are visible on clear days.",
];

/** A news page as they are: the text in the middle, everything else around it. */
export function newsPage(): string {
  return `<!doctype html><html><head><title>The lighthouse | Daily</title>
<meta property="og:title" content="The lighthouse"><meta property="og:type" content="article">
<style>.x{color:red}</style><script>var secret = "script text";</script></head><body>
<nav><a href="/">Home</a> <a href="/world">World</a></nav>
<div class="breadcrumbs"><a href="/">Start</a> <a href="/coast">Coast</a></div>
<article><h1>The lighthouse</h1>
<p class="byline">By Ann Author</p><p>Published 3 May 2024</p>
<div class="share-buttons"><a href="#">Tweet</a><a href="#">Mail</a></div>
<p>${PARAGRAPHS[0]}</p>
<figure><img src="/a.jpg" alt="The tower"><figcaption>Photo: somebody</figcaption></figure>
<p>${PARAGRAPHS[1]} <a href="../map?x=1#top">See the map</a> of the cape.</p>
<p>Read more: <a href="/other">Ten more lighthouses you must see</a></p>
<h2>The lamp</h2>
<p>${PARAGRAPHS[2]}</p>
<ul><li>214 steps</li><li>two keepers</li></ul>
<p>${PARAGRAPHS[3]}</p>
<p>Copyright 2024 Daily. All rights reserved.</p>
</article>
<aside><h3>Popular</h3><a href="/p">Popular thing</a></aside>
<div id="comments"><p>First! This is what a reader says about it all, at some length.</p></div>
<form action="/s"><input name="q"><button>Subscribe now</button></form>
<footer>Imprint and privacy</footer></body></html>`;
}

/** A page of documentation: no article, and its lists of links are what it is for. */
export function docsPage(): string {
  return `<html><head><title>widget.open() — Reference</title></head><body>
<nav><a href="/docs">Docs</a></nav>
<main><h1>widget.open()</h1>
<p>Opens the widget. See <a href="guide.html">the guide</a>, and <code>snake_case_names</code> too.</p>
<pre><code class="language-ts">const x = open({ a: 1 });
if (x &lt; 2) close();</code></pre>
<table><thead><tr><th>Option</th><th>Meaning</th></tr></thead>
<tbody><tr><td>a</td><td>first | one</td></tr><tr><td>b</td><td><a href="/b">second</a></td></tr></tbody></table>
<section id="related-navigation"><h2>Related</h2>
<ul><li><a href="/close">widget.close()</a></li><li><a href="/move">widget.move()</a></li></ul></section>
</main><footer>v1.2</footer></body></html>`;
}
